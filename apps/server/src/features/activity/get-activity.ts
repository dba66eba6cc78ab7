import type { Activity } from '@wayside/contract/activity';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { readRecord } from '../../db/read-record.ts';
import { ACTIVITY_LIST } from './list-activity.ts';

/** One row of the activity log, by its place in the chain (API-17). @throws 404 */
export async function getActivity({ database }: AppContext, id: string): Promise<Activity> {
  const row = await readRecord<Activity>(database, ACTIVITY_LIST, id);
  if (row === null) throw notFound('activity');
  return row;
}
