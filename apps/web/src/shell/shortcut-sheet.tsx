import { isOwnServer } from '../lib/config.ts';
import { Kbd } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Shortcut {
  readonly does: string;
  readonly keys: readonly string[];
  /** Whether only our own server has the feature (TOUGH-08). */
  readonly isOurs?: true;
}

interface ShortcutGroup extends Pick<Shortcut, 'isOurs'> {
  readonly where: string;
  readonly shortcuts: readonly Shortcut[];
}

const GROUPS: readonly ShortcutGroup[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { does: 'Find a person, a booking or a screen', keys: [isApple ? '⌘' : 'Ctrl', 'K'] },
      { does: 'Search this screen', keys: ['/'] },
      { does: 'Show or hide the sidebar', keys: [isApple ? '⌘' : 'Ctrl', 'B'] },
      { does: 'Go to the notifications', keys: [isApple ? '⌥' : 'Alt', 'T'] },
      { does: 'Move in menus and lists of choices', keys: ['↑', '↓'] },
      { does: 'Close a dialog, a menu or a message', keys: ['Esc'] },
      { does: 'Show these keys', keys: ['?'] },
    ],
  },
  {
    where: 'In a list',
    shortcuts: [
      { does: 'Next row, previous row', keys: ['J', 'K'] },
      { does: 'Select the row', keys: ['X'], isOurs: true },
      { does: 'Open the row', keys: ['Enter'] },
      { does: 'Next line, previous line of a reconciliation', keys: ['J', 'K'], isOurs: true },
    ],
  },
  {
    where: 'At the roadside desk',
    isOurs: true,
    shortcuts: [
      { does: 'Next emergency, previous emergency', keys: ['J', 'K'] },
      { does: 'Claim', keys: ['C'] },
      { does: 'Call the customer', keys: ['P'] },
      { does: 'Assign the nearest mechanic', keys: ['A'] },
      { does: 'Hand over', keys: ['H'] },
      { does: 'Write a note', keys: ['N'] },
      { does: 'Request cancellation', keys: ['X'] },
    ],
  },
  {
    where: 'Reviewing an application',
    isOurs: true,
    shortcuts: [
      { does: 'Next document', keys: ['→', 'J'] },
      { does: 'Previous document', keys: ['←', 'K'] },
      { does: 'Show the Aadhaar card', keys: ['S'] },
      { does: 'Zoom in, zoom out', keys: ['+', '−'] },
      { does: 'Rotate, fit', keys: ['R', '0'] },
      { does: 'Approve, reject', keys: ['A', 'X'] },
      { does: 'Ask again, undo', keys: ['G', 'Z'] },
      { does: 'Choose a reason', keys: ['1 – 9'] },
      { does: 'Send the remarks', keys: ['Enter'] },
      { does: 'Next application', keys: ['N'] },
    ],
  },
];

const isOffered = ({ isOurs }: Pick<Shortcut, 'isOurs'>): boolean => isOwnServer() || !isOurs;

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" size="sm" isText onClose={onClose}>
      <div className="grid gap-5">
        {GROUPS.filter(isOffered).map(({ where, shortcuts }) => (
          <section key={where} aria-label={where}>
            <h3 className="pb-1 text-xs font-medium text-ink-faint">{where}</h3>
            <dl className="grid">
              {shortcuts.filter(isOffered).map((shortcut) => (
                <Line key={shortcut.does} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Line({ does, keys }: Shortcut) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line last:border-b-0">
      <dt>{does}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
