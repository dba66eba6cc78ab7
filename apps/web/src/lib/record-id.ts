const RECORD_ID = /^[0-9a-f]{24}$/;

/** Whether a value is an id as our server has them. */
export const isRecordId = (value: unknown): value is string => typeof value === 'string' && RECORD_ID.test(value);
