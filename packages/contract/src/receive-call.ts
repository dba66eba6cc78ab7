import { endpointsOf } from './wire/endpoint.ts';
import { fieldIssue } from './wire/field-sentences.ts';
import { instant, isLongerThan, phone, recordId } from './wire/fields.ts';
import { toSearchDigits } from './wire/fold-text.ts';
import { optionalName } from './wire/request-fields.ts';
import { wireValue } from './wire/wire.ts';
import { success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('calls');

const MAX_PHONE_LENGTH = 40;
const MAX_LINE_LENGTH = 60;
const MIN_DIGITS = 3;

const callerNumber = wireValue(phone, (value, fail) => {
  if (isLongerThan(value, MAX_PHONE_LENGTH))
    return fail(fieldIssue('at_most_characters', { most: MAX_PHONE_LENGTH }));
  const isDecimal = /^[-.]|\.\d$/.test(value);
  return isDecimal || (toSearchDigits(value) ?? '').length < MIN_DIGITS ? fail(fieldIssue('phone_number')) : value;
});

/** Reports an incoming call from a telephone system (PEOP-07). Reporting the same call again changes nothing. */
export const receiveCall = endpoint('receiveCall', 'POST /calls', {
  permission: 'service-key',
  summary:
    'Reports an incoming call: the caller’s number, the time and optionally the line. A call of the last two minutes opens a card on the screens of signed-in users. Repeating the same number, line and time changes nothing. The key needs the scope `calls`.',
  body: wireObject({ phone: callerNumber, at: instant, line: optionalName(MAX_LINE_LENGTH) }),
  response: success({ id: recordId }, { id: '_id' }),
});
