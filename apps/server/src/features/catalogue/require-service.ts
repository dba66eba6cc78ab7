import type { AppContext } from '../../context.ts';
import { notFound } from '../../refusal.ts';

const FIND_SERVICE = {
  name: 'find-service',
  text: `SELECT id FROM services WHERE id = $1 AND presence = 'known'`,
};

/** Makes sure that a service is there to list its parts or to get one. @throws 404 */
export async function requireService({ database }: AppContext, id: string): Promise<void> {
  if ((await database.rows(FIND_SERVICE, [id])).length === 0) throw notFound('service');
}
