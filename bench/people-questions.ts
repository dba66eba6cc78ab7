import type pg from 'pg';
import { ACTIVITY_SHAPE } from '../apps/server/src/features/activity/list-activity.ts';
import { MECHANIC_SHAPE } from '../apps/server/src/features/mechanics/list-mechanics.ts';
import { USER_SHAPE } from '../apps/server/src/features/users/users.ts';
import type { ListInput, ListShape } from '../apps/server/src/platform/db/list-shape.ts';
import { asker, LIMIT, listQuestion, type Question } from './server-questions.ts';

type Ask = ReturnType<typeof asker>;

/** The first page, the middle and the last under one filter. */
async function pagesOf(
  ask: Ask,
  prefix: string,
  shape: ListShape,
  filter: { readonly input: Partial<ListInput>; readonly condition: string },
) {
  const count = Number(await ask(`SELECT count(*) FROM ${shape.table} WHERE ${filter.condition}`));
  const last = Math.max(1, Math.ceil(count / LIMIT));
  return {
    [`${prefix}first page`]: listQuestion(shape, filter.input),
    [`${prefix}middle page`]: listQuestion(shape, { ...filter.input, page: Math.ceil(last / 2) }),
    [`${prefix}last page`]: listQuestion(shape, { ...filter.input, page: last }),
  };
}

/** Searches for parts of phone, name and email of a person in the middle of a list. */
async function searchesOf(ask: Ask, prefix: string, shape: ListShape) {
  const whole = 'num_nonnulls(phone, name, email) = 3';
  const middle = `FROM (SELECT phone, name, email FROM ${shape.table} WHERE record_state = 'full' AND ${whole} ORDER BY id LIMIT 1 OFFSET 77) AS one`;
  const search = async (expression: string) =>
    listQuestion(shape, { search: await ask(`SELECT ${expression} ${middle}`) });
  return {
    [`${prefix}search, 6 digits of a phone`]: await search('right(phone, 6)'),
    [`${prefix}search, a name`]: await search('name'),
    [`${prefix}search, an email`]: await search('email'),
  };
}

/** Queries of the screens of customers, mechanics and the activity log by description. */
export async function peopleQuestions(client: pg.Client): Promise<Record<string, Question>> {
  const ask = asker(client);
  const full = "record_state = 'full'";
  const entity = {
    input: { fixedFilters: [{ column: 'entity', id: 'mechanic' }] },
    condition: "entity = 'mechanic'",
  };
  return {
    ...(await pagesOf(ask, 'users, ', USER_SHAPE, { input: {}, condition: full })),
    ...(await searchesOf(ask, 'users, ', USER_SHAPE)),
    ...(await pagesOf(ask, 'mechanics, ', MECHANIC_SHAPE, { input: {}, condition: full })),
    ...(await pagesOf(ask, 'mechanics, status, ', MECHANIC_SHAPE, {
      input: { status: ['approved'] },
      condition: `${full} AND status = 'approved'`,
    })),
    ...(await searchesOf(ask, 'mechanics, ', MECHANIC_SHAPE)),
    ...(await pagesOf(ask, 'activity of one kind, ', ACTIVITY_SHAPE, entity)),
  };
}
