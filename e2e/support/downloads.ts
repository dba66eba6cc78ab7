import type { Page } from 'playwright-core';

/** A file that has arrived on the person's machine. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The file that an action brings, whole. */
export async function downloadOf(page: Page, act: () => Promise<void>): Promise<DownloadedFile> {
  const download = page.waitForEvent('download');
  await act();
  const file = await download;
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
}
