import { useHasCalls } from '../../lib/open-calls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CallCard = lazyPart(() => import('./call-card.tsx'), 'CallCard');

/** Loads the call card with the first incoming call (PEOP-07). */
export const CallHost = () => useHasCalls() && <CallCard />;
