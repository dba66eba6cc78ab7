import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from './project-root.ts';

/**
 * Keeps a picture of a page under test-results/ and answers its path.
 * @param name what it shows, in plain words
 */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = join(projectRoot, 'test-results');
  await mkdir(folder, { recursive: true });
  const file = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100);
  const path = join(folder, `${file}.png`);
  await page.screenshot({ path });
  return path;
}
