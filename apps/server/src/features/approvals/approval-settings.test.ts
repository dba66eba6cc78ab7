import { describe, expect, it } from 'vitest';
import { approvalTestTeam } from '../../testing/approval-test-team.ts';

const eyes = approvalTestTeam();
const PATH = '/admin/approvals/settings';
const change = (body: object) => eyes.send(eyes.people.owner, 'PATCH', PATH, body);
const limits = async () => {
  const { otherApprovers: _, ...read } = (await eyes.send(eyes.people.owner, 'GET', PATH)).body.data;
  return read;
};
const SET = {
  ...{ limit: 1000, dayLimit: 3000, managerAdjustment: 400, financeAdjustment: 300 },
  ...{ managerAdjustmentDay: 900, financeAdjustmentDay: 800, managerRefund: 700, financeRefund: 600 },
};

describe('[OWN-07] an update of the approval settings', () => {
  it.each(Object.keys(SET))(
    'changes only %s when the request names only that field, and null switches it off',
    async (field) => {
      await change(SET);
      expect((await change({ [field]: 250 })).body.data).toMatchObject({ ...SET, [field]: 250 });
      expect(await limits()).toEqual({ ...SET, [field]: 250 });
      await change({ [field]: null });
      expect(await limits()).toEqual({ ...SET, [field]: null });
      const { rows } = await eyes.sql(
        `SELECT jsonb_array_length(changes) AS count FROM activity WHERE entity = 'approval_settings' ORDER BY id DESC LIMIT 1`,
      );
      expect(rows).toEqual([{ count: 1 }]);
    },
  );

  it('changes nothing when the request has no fields', async () => {
    await change(SET);
    expect((await change({})).status).toBe(200);
    expect(await limits()).toEqual(SET);
  });

  it('rejects an unknown field with a 400 that names the field, and changes nothing', async () => {
    await change(SET);
    const { status, body } = await change({ limit: 5, day_limit: 7, dayLimitPaise: null });
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: 'day_limit', message: 'is unknown' },
        { field: 'dayLimitPaise', message: 'is unknown' },
      ],
    ]);
    expect(await limits()).toEqual(SET);
  });

  it('takes effect together with concurrent updates of other fields', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await change(SET);
      const responses = await Promise.all(Object.keys(SET).map((field) => change({ [field]: 2000 + round })));
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(Object.values(await limits()))).toEqual(new Set([2000 + round]));
    }
  });
});

it('[OWN-07, ROAD-01] an update of the roadside targets changes only the fields in the request', async () => {
  const targets = (body: object) => eyes.send(eyes.people.owner, 'PATCH', '/admin/roadside/targets', body);
  const set = { claimSeconds: 45, assignSeconds: 90, arriveSeconds: 1200 };
  await targets(set);
  expect((await targets({ assignSeconds: 100 })).body.data).toEqual({ ...set, assignSeconds: 100 });
  expect((await targets({})).body.data).toEqual({ ...set, assignSeconds: 100 });
  const responses = await Promise.all([targets({ claimSeconds: 50 }), targets({ arriveSeconds: 1500 })]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect((await targets({})).body.data).toEqual({ claimSeconds: 50, assignSeconds: 100, arriveSeconds: 1500 });
  const unknown = await targets({ claim: 1 });
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ field: 'claim', message: 'is unknown' }]]);
});
