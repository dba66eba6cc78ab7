/**
 * Unpacks the Chromium of @sparticuz/chromium into TMPDIR. This is a separate process, because the package reads
 * environment variables on import to decide whether to unpack its shared libraries too.
 */
const { default: chromium } = await import('@sparticuz/chromium');
process.stdout.write(await chromium.executablePath());
