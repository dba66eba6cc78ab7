import { useLocation } from '@tanstack/react-router';
import { englishOf, type Message, msg, t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { Kbd } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Shortcut {
  readonly action: Message;
  readonly keys: readonly string[];
  /** Whether only our own server has the feature (TOUGH-08). */
  readonly isOwnServerOnly?: true;
}

interface ShortcutGroup extends Pick<Shortcut, 'isOwnServerOnly'> {
  readonly where: Message;
  /** Checks whether the user is at this place; its shortcuts then come first. */
  readonly isHere?: (location: { readonly pathname: string; readonly search: object }) => boolean;
  readonly shortcuts: readonly Shortcut[];
}

const GROUPS: readonly ShortcutGroup[] = [
  {
    where: msg('Everywhere'),
    shortcuts: [
      { action: msg('Find a person, a booking or a screen'), keys: [isApple ? '⌘' : 'Ctrl', 'K'] },
      { action: msg('Search this screen'), keys: ['/'] },
      { action: msg('Show or hide the sidebar'), keys: [isApple ? '⌘' : 'Ctrl', 'B'] },
      { action: msg('Go to the notifications'), keys: [isApple ? '⌥' : 'Alt', 'T'] },
      { action: msg('Move in menus and lists'), keys: ['↑', '↓'] },
      { action: msg('Close a dialog, a menu or a message'), keys: ['Esc'] },
      { action: msg('Show these keys'), keys: ['?'] },
    ],
  },
  {
    where: msg('In a list'),
    shortcuts: [
      { action: msg('Next row, previous row'), keys: ['J', 'K'] },
      { action: msg('Select the row'), keys: ['X'], isOwnServerOnly: true },
      { action: msg('Open the row'), keys: ['Enter'] },
      { action: msg('Next or previous exception'), keys: ['J', 'K'], isOwnServerOnly: true },
    ],
  },
  {
    where: msg('At the roadside desk'),
    isHere: ({ pathname }) => pathname === '/roadside',
    isOwnServerOnly: true,
    shortcuts: [
      { action: msg('Next emergency, previous emergency'), keys: ['J', 'K'] },
      { action: msg('Claim'), keys: ['C'] },
      { action: msg('Call the customer'), keys: ['P'] },
      { action: msg('Assign the nearest mechanic'), keys: ['A'] },
      { action: msg('Hand over'), keys: ['H'] },
      { action: msg('Write a note'), keys: ['N'] },
      { action: msg('Request cancellation'), keys: ['X'] },
    ],
  },
  {
    where: msg('Reviewing an application'),
    isHere: ({ pathname, search }) => pathname === '/mechanics' && 'review' in search,
    isOwnServerOnly: true,
    shortcuts: [
      { action: msg('Next document'), keys: ['→', 'J'] },
      { action: msg('Previous document'), keys: ['←', 'K'] },
      { action: msg('Show the Aadhaar card'), keys: ['S'] },
      { action: msg('Zoom in, zoom out'), keys: ['+', '−'] },
      { action: msg('Rotate, fit'), keys: ['R', '0'] },
      { action: msg('Approve, reject'), keys: ['A', 'X'] },
      { action: msg('Ask again, undo'), keys: ['G', 'Z'] },
      { action: msg('Choose a reason'), keys: ['1 – 9'] },
      { action: msg('Send the remarks'), keys: ['Enter'] },
      { action: msg('Next application'), keys: ['N'] },
    ],
  },
];

const isOffered = ({ isOwnServerOnly }: Pick<Shortcut, 'isOwnServerOnly'>): boolean =>
  isOwnServer() || !isOwnServerOnly;

/** Lists all shortcuts, starting with those of the current screen. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const location = useLocation({ select: ({ pathname, search }) => ({ pathname, search }) });
  const isHere = (group: ShortcutGroup) => group.isHere?.(location) ?? false;
  const groups = GROUPS.filter(isOffered).toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)));
  return (
    <Dialog title={t('Keyboard shortcuts')} size="sm" isText onClose={onClose}>
      <div className="grid gap-5">
        {groups.map(({ where, shortcuts }) => (
          <section key={englishOf(where)} aria-label={t(where)}>
            <h3 className="pb-1 text-xs font-medium text-ink-faint">{t(where)}</h3>
            <dl className="grid">
              {shortcuts.filter(isOffered).map((shortcut) => (
                <Line key={englishOf(shortcut.action)} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Line({ action, keys }: Shortcut) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line last:border-b-0">
      <dt>{t(action)}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
