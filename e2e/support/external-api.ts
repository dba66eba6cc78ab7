import type { Page } from 'playwright-core';

/** Makes the web believe that another provider answers, who has none of our own calls (API-17). */
export async function pretendExternalApi(page: Page): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), extensions: {} } });
  });
}
