import { config } from './config.ts';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Where an image of a record is: what a provider names without a host is on its file host, not where the web is. */
export function imageAddress(url: string): string {
  const { apiHost, fileHost } = config();
  const host = fileHost || apiHost;
  return host === '' || HAS_SCHEME.test(url) ? url : new URL(url, `${host}/`).href;
}
