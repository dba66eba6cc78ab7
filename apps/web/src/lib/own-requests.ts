import { msg } from '../languages/text.ts';
import { signedInIdentity } from './session.ts';

/** The label of the user's own request that another person must approve (TEAM-06). */
export const WAITING_FOR_ANOTHER = msg('Waiting for another person');

/** Checks whether the signed-in user made a request. Only other users can decide on it (TEAM-06). */
export const isOwnRequest = (requestedById: string | null): boolean =>
  requestedById !== null && requestedById === signedInIdentity()?.id;
