import { describe, expect, inject, it } from 'vitest';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { expectError } from '../../testing/expect-error.ts';
import { isLite } from '../../testing/lite-server.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { makeReport, settlementsUnderTest } from '../../testing/settlements-under-test.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const { test, send, upload, match, sql, states, verify } = settlementsUnderTest();

describe('[RECON-01] a settlement report', () => {
  it('is stored once, encrypted and with its hash, even when it is uploaded concurrently and by a program', async () => {
    const content = makeReport([{ id: 'pay_1', amount: 12.34, rrn: '612345678999' }]);
    const key = await serviceKeyHeader(test.database, 'settlements');
    const sent = { path: '/settlement-files', headers: key };
    const all = await Promise.all([upload(content), upload(content), upload(content, sent), upload(content, sent)]);
    expect(new Set(all.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1);
    await match();
    const again = await upload(content);
    expect(again.body).toMatchObject({
      message: expect.stringMatching(
        /^This file was already read as report\.csv on 5 Nov 2026 at 9:05 am by (\S+@\S+|key \d+)\. Nothing was changed\.$/,
      ),
      data: { lineCount: 1, total: 12.34, profileLabel: 'Razorpay', firstDay: '2026-11-04' },
    });
    const { rows } = await sql('SELECT content FROM settlement_file_parts');
    expect(rows).toHaveLength(1);
    expect(rows[0].content).toMatch(/^v1:/);
    await verify();
  });

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))(
    'waits for other uploads on the same node without holding a database connection',
    async () => {
      const other = await test.database.pool.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settlementFiles]);
        const uploads = Array.from({ length: 30 }, (_, n) =>
          upload(makeReport([{ id: `pay_turn_${n}`, amount: 1 }])),
        );
        await untilLockWait(test.database, 'an upload waits for another node');
        for (let call = 0; call < 10; call += 1) expect((await send('GET', '/settlement-files')).status).toBe(200);
        const { rowCount } = await other.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
        expect(rowCount).toBe(1);
        await other.query('COMMIT');
        expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 200));
      } finally {
        other.release();
      }
    },
  );

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))(
    'is stored after an upload in progress, and a line in both files is counted once',
    async () => {
      const other = await test.database.pool.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.settlementFiles]);
        const line = { id: 'pay_6', amount: 6 };
        const uploads = [[line], [line, { id: 'pay_7', amount: 7 }]].map((lines) => upload(makeReport(lines)));
        await untilLockWait(test.database, 'an upload waits for the other');
        expect((await sql("SELECT FROM settlement_lines WHERE reference = 'pay_6'")).rowCount).toBe(0);
        await other.query('COMMIT');
        const files = (await Promise.all(uploads)).map(({ body }) => body.data);
        await match();
        const all = (await Promise.all(files.map(states))).flat();
        expect(all.toSorted()).toEqual(['duplicate', 'missing_here', 'missing_here']);
        await verify();
      } finally {
        other.release(true);
      }
    },
  );

  // PGlite has only one session, so no other connection works while a transaction is open.
  it.skipIf(isLite(inject('testServer')))(
    'is matched after a running matching job, together with the lines of that job',
    async () => {
      const other = await test.database.pool.connect();
      try {
        const first = await upload(makeReport([{ id: 'pay_8', amount: 7 }]));
        await match();
        await upload(makeReport([{ id: 'pay_9', amount: 9 }]));
        await other.query('BEGIN; LOCK TABLE settlements IN SHARE MODE');
        const running = match();
        await untilLockWait(test.database, 'the matching waits for the settlements');
        // Its lower amount places this line before the line of the first file.
        const second = await upload(makeReport([{ id: 'pay_8', amount: 6 }]));
        await other.query('COMMIT');
        await running;
        expect([...(await states(first.body.data)), ...(await states(second.body.data))]).toEqual([
          'duplicate',
          'missing_here',
        ]);
        await verify();
      } finally {
        other.release(true);
      }
    },
  );

  it('can be downloaded unchanged, and each download and upload is logged', async () => {
    const content = makeReport([{ id: 'pay_2', amount: 5 }]);
    const { body } = await upload(content);
    const file = await test.call('GET', `/admin/settlement-files/${body.data._id}/content`, {
      token: test.token,
    });
    expect([file.status, file.body]).toEqual([200, content]);
    const entries = await test.activity({ entity: 'settlement_file', id: body.data._id });
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['file_downloaded', 'created']);
  });

  it('is stored with the service key that sent it, and the key needs the scope', async () => {
    const content = makeReport([{ id: 'pay_3', amount: 5 }]);
    const other = await serviceKeyHeader(test.database, 'calls');
    await expectError(
      upload(content, { path: '/settlement-files', headers: other }),
      403,
      'This service key has no scope "settlements".',
    );
    const key = await serviceKeyHeader(test.database, 'settlements');
    const { body } = await upload(content, { path: '/settlement-files', headers: key });
    expect(body.data.uploadedBy).toMatch(/^key \d+$/);
  });

  it.each([
    ['unknown', 'x', 'profile is not known'],
    ['razorpay', '', 'This file is empty.'],
    [
      'razorpay',
      'a,b\n1,2\n',
      /no line has its headings\. It needs the day \(“entity_created_at”, “created_at”\), the amount \(/,
    ],
    [
      'razorpay',
      makeReport([]).replace('entity_created_at', 'made'),
      /^This is not a file of the format “Razorpay”: line 1 has its headings “transaction_entity”, “entity_id”, .*, but none for the day \(“entity_created_at”, “created_at”\)\.$/,
    ],
    [
      'cashfree',
      makeReport([{ id: 'pay_4', amount: 1 }]),
      'This is a file of the format “Razorpay”, not “Cashfree Payments”. Choose that format.',
    ],
    ['razorpay', '%PDF-1.7\n', /^This is neither a text file nor an XLSX workbook/],
    [
      'razorpay',
      makeReport([
        { id: 'pay_4', amount: 1 },
        { id: '"pay_5', amount: 1 },
        { id: 'pay_6', amount: 1 },
      ]),
      'Line 3: a quotation mark opens here and is never closed.',
    ],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: 1 }]).replace('INR', 'USD'),
      /Line 2: Its currency is USD\. Only rupees/,
    ],
    [
      'camt053',
      '<Ntry><Amt Ccy="USD">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>2026-11-05</Dt></Ntry>',
      /Line 1: Its currency is USD/,
    ],
    ['mt940', ':60F:C261105USD100,00\n:61:261105C1,NTRFpay_4', /Line 1: Its currency is USD/],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: -1 }]),
      'Nothing was stored.; Line 2: It is a payment with a negative amount.',
    ],
    ['razorpay', makeReport([{ id: '', amount: 1 }]), 'Nothing was stored.; Line 2: It has no payment id.'],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: 1 }]).replace('1.00,INR', ',INR'),
      'Nothing was stored.; Line 2: It has no amount.',
    ],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: 1, day: '07/11/2026' }]),
      'Nothing was stored.; Line 2: Its date 2026-11-07 is in the future.',
    ],
    ['razorpay', `${makeReport([{ id: 'pay_4', amount: 1 }])}payment,pay_5`, /Line 3: It has no date/],
    ['razorpay', makeReport([]), 'This file has no lines of Razorpay.'],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: 1 }]).replace('1.00,INR', 'one,INR'),
      'Nothing was stored.; Line 2: Its amount is not an amount in rupees.',
    ],
    [
      'razorpay',
      makeReport([{ id: '4.33E+11', amount: 1 }]),
      /Line 2: Its reference is a number in scientific notation/,
    ],
    ['razorpay', makeReport([{ id: 'pay_5', amount: 1, day: '31/02/2026' }]), /Line 2: Its date "31\/02\/2026/],
    [
      'razorpay',
      makeReport([{ id: 'pay_4', amount: 1, settlement: 's'.repeat(3_000) }]),
      /Line 2: Its settlement is too long/,
    ],
    [
      'razorpay',
      makeReport(Array.from({ length: 5 }, () => ({ id: 'pay_4', amount: 9_999_999_999_999 }))),
      /Line 6: The sum of the amounts up to this line is too large/,
    ],
    [
      'razorpay',
      `${makeReport([])}${','.repeat(100_001)}`,
      'Line 2 has more than 1,00,000 characters. Download the file again.',
    ],
    ['razorpay', 'a'.repeat(100_001), 'Line 1 has more than 1,00,000 characters. Download the file again.'],
    [
      'cashfree',
      `a;"b\n${makeReport([]).replaceAll(',', ';')}`,
      /^This is not a file of the format “Cashfree Payments”/,
    ],
    [
      'mt940',
      `:61:261105C${'9'.repeat(20)},NTRFpay_4`,
      /Line 1: The sum of the amounts up to this line is too large/,
    ],
    ['mt940', ':61:991399C1,NTRFpay_4', /Line 1: Its date "2099-13-99" is not recognised/],
    ['mt940', ':61:261105C1,NTRFpay_4\n:61:261105C1.00NTRFpay_5', /Line 2: Its entry .* cannot be read/],
  ])('is rejected in the format %s with 400 when a line cannot be read', async (profile, content, message) => {
    await expectError(upload(content, { profile }), 400, message);
    expect((await sql("SELECT FROM settlement_lines WHERE reference IN ('pay_4', 'pay_5')")).rowCount).toBe(0);
  });

  it('can be read only by roles that may reconcile', async () => {
    for (const [role, status] of [
      ['manager', 200],
      ['finance', 200],
      ['support', 403],
      ['reviewer', 403],
      ['viewer', 403],
    ] as const) {
      const token = await test.signIn(role);
      expect([role, (await send('GET', '/settlement-files', undefined, token)).status]).toEqual([role, status]);
    }
  });
});
