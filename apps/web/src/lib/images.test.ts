import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { imageAddress } from './images.ts';

afterEach(() => vi.unstubAllGlobals());

async function configured(config: object): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(config));
  await loadConfig();
}

const API_HOST = 'https://api.example.test/back';
const FILE_HOST = 'https://files.example.test';

test.each([
  [{}, '/files/images/a.webp', '/files/images/a.webp'],
  [{ apiHost: API_HOST }, '/files/images/a.webp', 'https://api.example.test/files/images/a.webp'],
  [{ apiHost: API_HOST }, 'uploads/a.png', 'https://api.example.test/back/uploads/a.png'],
  [{ apiHost: API_HOST, fileHost: FILE_HOST }, '/a.png', 'https://files.example.test/a.png'],
  [{ fileHost: FILE_HOST }, 'a b.png', 'https://files.example.test/a%20b.png'],
  [{ apiHost: API_HOST }, 'https://cdn.example.test/a.png', 'https://cdn.example.test/a.png'],
  [{ apiHost: API_HOST }, 'data:image/png;base64,AA', 'data:image/png;base64,AA'],
])('[RUN-05, API-15] with %j, the image %s resolves to %s', async (config, url, address) => {
  await configured(config);
  expect(imageAddress(url)).toBe(address);
});
