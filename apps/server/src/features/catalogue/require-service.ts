import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';

const FIND_SERVICE = {
  name: 'find-service',
  text: `SELECT id FROM services WHERE id = $1 AND record_state = 'full'`,
};

/** Makes sure that a service is there to list its parts or to get one. @throws 404 */
export async function requireService({ database }: AppContext, id: string): Promise<void> {
  if ((await database.rows(FIND_SERVICE, [id])).length === 0) throw notFound('service');
}
