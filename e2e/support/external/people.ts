import { type ExternalResponse, findById, pageOf, type Route, removeById } from './exchange.ts';

const isNamed = (record: unknown, text: string) =>
  JSON.stringify(record).toLowerCase().includes(text.toLowerCase());
const notFoundResponse: ExternalResponse = { status: 404, json: { message: 'Nobody has this id' } };

function listResponse(records: readonly unknown[], query: Readonly<Record<string, string>>): ExternalResponse {
  const { search = '', status = '' } = query;
  const found = records.filter(
    (record) => isNamed(record, search) && (status === '' || isNamed(record, `"status":"${status}"`)),
  );
  const { total, ...page } = pageOf(found, query);
  return { json: { status: true, ...page, totalUsers: total } };
}

function toggleField(
  records: readonly unknown[],
  id: string,
  key: string,
  done: ExternalResponse,
): ExternalResponse {
  const record = findById(records, id);
  if (!record) return notFoundResponse;
  record[key] = !(record[key] === true || record[key] === 1);
  return done;
}

/** Routes of customers, mechanics and their wallets. Each change has a different response format. */
export function peopleRoutes(users: unknown[], mechanics: unknown[]): readonly Route[] {
  return [
    { method: 'GET', path: '/user/allusers', respond: ({ query }) => listResponse(users, query) },
    {
      method: 'GET',
      path: '/user/blockuser/{}',
      respond: ({ id }) => toggleField(users, id, 'isBlocked', { json: { status: true } }),
    },
    {
      method: 'DELETE',
      path: '/user/deleteuser/{}',
      respond: ({ id }) => (removeById(users, id) ? { json: { status: true } } : notFoundResponse),
    },
    { method: 'GET', path: '/mechanic/allmechnic', respond: ({ query }) => listResponse(mechanics, query) },
    {
      method: 'PUT',
      path: '/mechanic/checkapplication',
      respond: ({ body }) => {
        const { id, status } = body as Record<string, string>;
        const mechanic = findById(mechanics, id ?? '');
        if (!mechanic) return notFoundResponse;
        mechanic['status'] = status;
        return { json: { message: 'Done' } };
      },
    },
    {
      method: 'GET',
      path: '/mechanic/blockmechnic/{}',
      respond: ({ id }) => toggleField(mechanics, id, 'isBlocked', { json: 'OK' }),
    },
    {
      method: 'GET',
      path: '/mechanic/toggle/expert/{}',
      respond: ({ id }) => toggleField(mechanics, id, 'isexpert', { body: '' }),
    },
    {
      method: 'DELETE',
      path: '/mechanic/deletemechnic/{}',
      respond: ({ id }) => (removeById(mechanics, id) ? { status: 204 } : notFoundResponse),
    },
    {
      method: 'POST',
      path: '/admin/pay/loyality',
      respond: ({ body }) => {
        const { userid, usertype } = body as Record<string, string>;
        const payee = findById(usertype === 'user' ? users : mechanics, userid ?? '');
        if (!payee) return notFoundResponse;
        payee['wallet_amount'] = 0;
        return { json: { status: true, message: 'Paid' } };
      },
    },
  ];
}
