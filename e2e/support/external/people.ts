import { type Answer, findById, pageOf, type Route, removeById } from './exchange.ts';

const isNamed = (record: unknown, text: string) =>
  JSON.stringify(record).toLowerCase().includes(text.toLowerCase());
const nobody: Answer = { status: 404, json: { message: 'Nobody has this id' } };

function listed(records: readonly unknown[], query: Readonly<Record<string, string>>): Answer {
  const { search = '', status = '' } = query;
  const found = records.filter(
    (record) => isNamed(record, search) && (status === '' || isNamed(record, `"status":"${status}"`)),
  );
  const { total, ...page } = pageOf(found, query);
  return { json: { status: true, ...page, totalUsers: total } };
}

function toggled(records: readonly unknown[], id: string, key: string, done: Answer): Answer {
  const record = findById(records, id);
  if (!record) return nobody;
  record[key] = !(record[key] === true || record[key] === 1);
  return done;
}

/** Routes of customers, mechanics and their wallets. Each change has a different response format. */
export function peopleRoutes(users: unknown[], mechanics: unknown[]): readonly Route[] {
  return [
    { method: 'GET', path: '/user/allusers', answer: ({ query }) => listed(users, query) },
    {
      method: 'GET',
      path: '/user/blockuser/{}',
      answer: ({ id }) => toggled(users, id, 'isBlocked', { json: { status: true } }),
    },
    {
      method: 'DELETE',
      path: '/user/deleteuser/{}',
      answer: ({ id }) => (removeById(users, id) ? { json: { status: true } } : nobody),
    },
    { method: 'GET', path: '/mechanic/allmechnic', answer: ({ query }) => listed(mechanics, query) },
    {
      method: 'PUT',
      path: '/mechanic/checkapplication',
      answer: ({ body }) => {
        const { id, status } = body as Record<string, string>;
        const mechanic = findById(mechanics, id ?? '');
        if (!mechanic) return nobody;
        mechanic['status'] = status;
        return { json: { message: 'Done' } };
      },
    },
    {
      method: 'GET',
      path: '/mechanic/blockmechnic/{}',
      answer: ({ id }) => toggled(mechanics, id, 'isBlocked', { json: 'OK' }),
    },
    {
      method: 'GET',
      path: '/mechanic/toggle/expert/{}',
      answer: ({ id }) => toggled(mechanics, id, 'isexpert', { body: '' }),
    },
    {
      method: 'DELETE',
      path: '/mechanic/deletemechnic/{}',
      answer: ({ id }) => (removeById(mechanics, id) ? { status: 204 } : nobody),
    },
    {
      method: 'POST',
      path: '/admin/pay/loyality',
      answer: ({ body }) => {
        const { userid, usertype } = body as Record<string, string>;
        const payee = findById(usertype === 'user' ? users : mechanics, userid ?? '');
        if (!payee) return nobody;
        payee['wallet_amount'] = 0;
        return { json: { status: true, message: 'Paid' } };
      },
    },
  ];
}
