import { msg } from '../languages/text.ts';
import { signedInIdentity } from './session.ts';

/** The state of the user's request that a second person must approve (TEAM-06). */
export const WAITING_FOR_ANOTHER = msg('Waiting for another person');

/** Whether the signed-in person made a request, on which only others decide (TEAM-06). */
export const isOwnRequest = (requestedById: string | null): boolean =>
  requestedById !== null && requestedById === signedInIdentity()?.id;
