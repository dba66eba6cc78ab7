import { NOT_AVAILABLE, shortId } from '../../lib/format.ts';

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** Names a person in a sentence: "Ravi Kumar", or "user 0a1b2c" without a name. */
export function personName({ id, name }: Named, noun: 'user' | 'mechanic'): string {
  return name?.trim() || `${noun} ${shortId(id) || NOT_AVAILABLE}`;
}
