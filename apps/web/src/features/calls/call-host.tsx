import { useHasCalls } from '../../lib/open-calls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CallCard = lazyPart(() => import('./call-card.tsx'), 'CallCard');

/** Loads the card of incoming calls with the first call (PEOP-07). */
export const CallHost = () => useHasCalls() && <CallCard />;
