import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { position, SOURCE_SCHEMAS } from './ingest.ts';
import { addNote } from './notes.ts';
import { receiveCall } from './receive-call.ts';
import { createService } from './services.ts';
import { fieldErrorsOf } from './wire/field-errors.ts';
import { descriptionText, MAX_TEXT, nameText, text } from './wire/fields.ts';
import { decodeLeniently, type Wire } from './wire/wire.ts';

/** The parts of a zod schema that describe its structure. */
interface Definition {
  readonly type: string;
  readonly in?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeDecode(schema as Wire<unknown>, value as never).success;

/**
 * Returns the maximum length of text that a schema accepts, rounded down to one of the limits; 0 if it accepts no
 * free text.
 */
function limitOf(schema: z.core.$ZodType): number {
  const lengths = [1, 100, ...Object.values(MAX_TEXT).toSorted((one, other) => one - other), 100_000];
  return lengths.findLast((length) => accepts(schema, 'x'.repeat(length))) ?? 0;
}

/** Returns the limit of each text in a schema, by its path on the wire. */
const textsOf = (schema: z.core.$ZodType, path = ''): [path: string, limit: number][] => [
  ...(limitOf(schema) > 0 ? [[path, limitOf(schema)] as [string, number]] : []),
  ...textsWithin(schema, path),
];

/** Returns the limits of the texts in a schema's fields and elements. */
function textsWithin(schema: z.core.$ZodType, path: string): [path: string, limit: number][] {
  const { in: input, innerType, element, options, shape } = schema._zod.def as Definition;
  if (element) return textsOf(element, path);
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) => textsOf(field, path === '' ? key : `${path}.${key}`));
  return [input, innerType, ...(options ?? [])].flatMap((each) => (each ? textsWithin(each, path) : []));
}

const NAMES = /^(name|shop_name|servicename|parts_name|partname|companyname|account_holder_name|bank_name)$/;
const LINKS = /^(image|paymentscreenshot|profile_photo|adhar_card|shop_photo)$/;
const DESCRIPTIONS = /^(description|problem|message)$/;

function expectedLimit(path: string): number {
  const field = path.split('.').at(-1) ?? '';
  if (NAMES.test(field)) return MAX_TEXT.name;
  if (LINKS.test(field)) return MAX_TEXT.link;
  return DESCRIPTIONS.test(field) ? MAX_TEXT.description : MAX_TEXT.text;
}

describe('[OWN-11] a text in an external record', () => {
  it.each([...Object.entries(SOURCE_SCHEMAS), ['positions', position] as const])(
    'has a limit in every field of %s',
    (_, schema) => {
      for (const [path, limit] of textsOf(schema)) {
        // A value of an extensible set has at most 100 characters.
        const allowed = limit === 100 ? 100 : expectedLimit(path);
        expect([path, limit]).toEqual([path, allowed]);
      }
    },
  );

  it('can be a customer’s name, email address or phone number', () => {
    const texts = Object.fromEntries(textsOf(SOURCE_SCHEMAS.users));
    expect(texts).toMatchObject({ name: 200, email: 1000, phone_number: 1000, vehicle_type: 100 });
    expect(Object.fromEntries(textsOf(SOURCE_SCHEMAS.bookings))).toMatchObject({
      'userid.name': 200,
      problem: 5000,
    });
  });

  it('is counted in Unicode code points', () => {
    expect(accepts(nameText, '😀'.repeat(200))).toBe(true);
    expect(accepts(nameText, '😀'.repeat(201))).toBe(false);
    expect(accepts(nameText, 'क'.repeat(201))).toBe(false);
  });

  it('is rejected when it is too long, and the error names the field', () => {
    const { error } = z.safeDecode(SOURCE_SCHEMAS.users, { _id: 'a'.repeat(24), name: 'x'.repeat(201) } as never);
    expect(fieldErrorsOf(error?.issues ?? [])).toMatchObject([
      { field: 'name', message: 'must have at most 200 characters' },
    ]);
  });

  it('[PEOP-07] has the same limit when it is typed or sent by a telephone system', () => {
    const call = { phone: '9812345678', at: '2026-03-14T11:20:00Z' };
    const lines = ['😀'.repeat(60), '😀'.repeat(61)];
    expect(lines.map((line) => accepts(receiveCall.body as Wire<object>, { ...call, line }))).toEqual([
      true,
      false,
    ]);
  });

  it.each([9_876_543_210.5, '9876543210.5', -9_876_543_210, '-9876543210', true])(
    '[PEOP-07] is not accepted as a caller’s number when it is %j',
    (phone) => {
      const call = { phone, at: '2026-03-14T11:20:00Z', line: null };
      expect(accepts(receiveCall.body as Wire<object>, call)).toBe(false);
    },
  );

  it('may be longer when it is already stored and a screen reads it', () => {
    const long = 'x'.repeat(1001);
    expect([accepts(text, long), decodeLeniently(text, long, () => undefined)]).toEqual([false, long]);
  });
});

const HIDDEN = '\u0007\u001b\u0085\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

describe('[OWN-11] control characters and direction overrides', () => {
  it('are removed from a name, and its line breaks become spaces', () => {
    expect(z.decode(nameText, `Ra${HIDDEN}vi\r\nKu\tmar`)).toBe('Ravi Ku mar');
  });

  it('are removed from a description, and its line breaks stay', () => {
    expect(z.decode(descriptionText, `No${HIDDEN} start\r\nsince\tMonday`)).toBe('No start\nsince\tMonday');
  });

  it('do not include the joiners of Indian scripts and of emoji, which stay', () => {
    for (const name of ['क्‍ष', 'न‌हीं', '👩‍🔧']) expect(z.decode(nameText, name)).toBe(name);
  });

  it('are removed from a note and a name typed on a screen', () => {
    const note = { entity: 'booking', id: 'a'.repeat(24), text: ` Call${HIDDEN}\nagain ` };
    expect(z.decode(addNote.body as Wire<object>, note as never)).toMatchObject({ text: 'Call\nagain' });
    const service = { servicename: `Was${HIDDEN}h`, vehicle_type: 'car' };
    expect(z.decode(createService.body as Wire<object>, service as never)).toMatchObject({ name: 'Wash' });
    expect(accepts(createService.body as Wire<object>, { ...service, servicename: HIDDEN })).toBe(false);
  });

  it.each([
    ['\u202e9812345678', null, '9812345678', null],
    [`+91${HIDDEN} 98123\u200b45678\u00ad`, `Sales${HIDDEN}\ndesk`, '+91 9812345678', 'Sales desk'],
    [9812345678, '\u200b\u200b', '9812345678', null],
  ])('[PEOP-07] are removed from the caller’s number %j and the line %j', (phone, line, ...expected) => {
    const call = z.decode(
      receiveCall.body as Wire<{ phone: string; line: string | null }>,
      { phone, line, at: '2026-03-14T11:20:00Z' } as never,
    );
    expect([call.phone, call.line]).toEqual(expected);
  });
});
