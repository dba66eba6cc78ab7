import { setPreferences, usePreferences } from '../../lib/preferences.ts';
import { Section } from '../../ui/card.tsx';

/** Switches the card of incoming calls off or on, for oneself (PEOP-07). */
export function CallsSection() {
  const { callCard } = usePreferences();
  return (
    <Section
      title="Incoming calls"
      about="A card says who is calling. It needs a telephone system that is connected."
    >
      <label className="flex min-h-9 w-fit items-center gap-2.5 px-5 py-4">
        <input
          type="checkbox"
          checked={callCard !== 'hidden'}
          onChange={({ target }) => setPreferences({ callCard: target.checked ? 'shown' : 'hidden' })}
          className="size-4 shrink-0 accent-accent"
        />
        Show incoming calls
      </label>
    </Section>
  );
}
