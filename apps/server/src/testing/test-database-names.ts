/** The database that every test's is a copy of: migrated, empty. */
export const TEMPLATE_DATABASE = 'wayside_template';

/** The same server's address with another database. */
export function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
