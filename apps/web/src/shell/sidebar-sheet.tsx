import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { t } from '../languages/text.ts';
import { config } from '../lib/config.ts';
import { IconButton } from '../ui/button.tsx';
import { useRestoredFocus } from '../ui/focus.ts';
import { Wordmark } from '../ui/page-header.tsx';
import { AccountMenu, SidebarLinks } from './sidebar.tsx';

/** The sidebar as a side sheet on a phone, 18rem wide; it closes on navigation (NAV-05). */
export function SidebarSheet({ onClose }: { onClose: () => void }) {
  const restoreFocus = useRestoredFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] animate-slide-from-left flex-col bg-overlay shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{t('Menu')}</Dialog.Title>
          <div className="flex h-(--header-height) shrink-0 items-center justify-between border-b border-line pr-2 pl-3.5">
            <Wordmark name={config().brand} />
            <Dialog.Close asChild>
              <IconButton label={t('Close menu')} icon={<X className="size-4" />} />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <SidebarLinks onNavigate={onClose} />
          </div>
          <div className="grid shrink-0 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] empty:hidden">
            <AccountMenu onNavigate={onClose} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
