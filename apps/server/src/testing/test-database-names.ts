/** The migrated, empty database that each test database copies. */
export const TEMPLATE_DATABASE = 'wayside_template';

/** Returns the URL of another database on the same server. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
