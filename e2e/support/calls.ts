import type { Application } from './application.ts';

/** What of an endpoint of the contract is needed to call it by hand or to catch it. */
interface Path {
  readonly path: string;
}

/** Where an endpoint without parameters is. */
export function apiUrl(application: Application, endpoint: Path): string {
  return `${application.url}/api/v1${endpoint.path}`;
}

/** A pattern for `page.route` that matches every call of an endpoint, whatever its parameters and query. */
export function callPattern(endpoint: Path): string {
  return `**/api/v1${endpoint.path.replaceAll(/\{[^}]+\}/g, '*')}*`;
}
