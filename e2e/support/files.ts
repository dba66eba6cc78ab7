import { uploadImage } from '@wayside/contract/files';
import type { Locator, Page } from 'playwright-core';
import type { Application } from './application.ts';
import { pngOf } from './pictures.ts';

/** A file that a page downloaded. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the file that an action downloads, once it is complete. */
export async function captureDownload(page: Page, act: () => Promise<void>): Promise<DownloadedFile> {
  const download = page.waitForEvent('download');
  await act();
  const file = await download;
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Chooses a format in the "Export" menu of a screen or a dialog. */
export async function chooseExport(within: Page | Locator, format: 'CSV' | 'Excel (XLSX)'): Promise<void> {
  await within.getByRole('button', { name: 'Export', exact: true }).click();
  await within.getByRole('menuitem', { name: format, exact: true }).click();
}

/**
 * Stores an image on our server as a document, which can be read only with a signed link.
 * @returns the URL
 * @throws Error if the server rejects it
 */
export async function uploadDocument(application: Application, token: string): Promise<string> {
  const form = new FormData();
  form.append('Image', new Blob([new Uint8Array(pngOf(64, 48))], { type: 'image/png' }), 'receipt.png');
  form.append('purpose', 'document');
  const response = await fetch(`${application.url}${uploadImage.path}`, {
    method: 'POST',
    headers: { token },
    body: form,
  });
  const answer: unknown = await response.json();
  const url = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
  if (typeof url !== 'string') throw new Error(`No image: ${response.status} ${JSON.stringify(answer)}`);
  return url;
}
