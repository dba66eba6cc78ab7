import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEYS: readonly { does: string; keys: readonly string[] }[] = [
  { does: 'Search this screen', keys: ['/'] },
  { does: 'Show or hide the sidebar', keys: [isApple ? '⌘' : 'Ctrl', 'B'] },
  { does: 'Go to the notifications', keys: [isApple ? '⌥' : 'Alt', 'T'] },
  { does: 'Move in menus and lists of choices', keys: ['↑', '↓'] },
  { does: 'Close a dialog, a menu or a message', keys: ['Esc'] },
  { does: 'Show these keys', keys: ['?'] },
];

/** Lists the keys. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" size="sm" onClose={onClose}>
      <dl className="grid">
        {KEYS.map(({ does, keys }) => (
          <div
            key={does}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-line last:border-b-0"
          >
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
