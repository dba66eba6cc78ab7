/** Long enough for the browser to have taken it up. */
const ADDRESS_LIFE_MS = 60_000;

/** Hands a file to the browser, which saves it under this name without leaving the page. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_LIFE_MS);
}
