import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { CopyButton } from './copyable-id.tsx';
import { focusFirstField, useRestoredFocus } from './focus.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { isInToast } from './toast.ts';

export interface DialogProps {
  title: string;
  /** The full id that the title abbreviates. Hovering over the title shows it, and a button copies it. */
  copiedId?: string | undefined;
  /** A badge beside the title. */
  titleExtra?: ReactNode;
  description?: string | undefined;
  /**
   * `full` fills the window and scrolls its own content; `steady` is `lg` with a fixed height; `panel` is on the
   * right.
   */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'steady' | 'full' | 'panel';
  /** Whether the content is text without controls, which takes the focus so that keys can scroll it. */
  isText?: boolean;
  subheader?: ReactNode;
  headerActions?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

const WIDTHS = {
  sm: 'md:h-auto md:max-w-md',
  md: 'md:h-auto md:max-w-xl',
  lg: 'md:h-auto md:max-w-3xl',
  xl: 'md:h-auto md:max-w-4xl',
  steady: 'md:h-[38rem] md:max-w-3xl',
  full: 'md:max-w-none',
  panel: 'md:max-w-[min(64rem,calc(100vw-4rem))]',
};

/** A modal dialog, shown as a sheet below 768 px. When it closes, the focus returns to the element that opened it. */
export function Dialog({
  title,
  copiedId,
  titleExtra,
  description,
  size = 'md',
  isText = false,
  subheader,
  headerActions,
  onClose,
  footer,
  children,
}: DialogProps) {
  const restoreFocus = useRestoredFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          data-overlay=""
          className={cn(
            'fixed inset-0 z-40 grid animate-fade-in bg-shade print:static print:block print:animate-none print:bg-transparent print:p-0',
            size !== 'panel' && 'md:overflow-y-auto md:p-8',
          )}
        >
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={restoreFocus}
            onInteractOutside={(event) => isInToast(event.detail.originalEvent.target) && event.preventDefault()}
            className={cn(
              'relative flex h-dvh w-full flex-col bg-overlay outline-none max-md:fixed max-md:inset-0',
              'md:shadow-float md:animate-settle-in',
              size === 'panel' ? 'md:ml-auto' : 'md:m-auto md:max-h-[calc(100dvh-4rem)] md:rounded-lg',
              WIDTHS[size],
              'print:static print:m-0 print:block print:h-auto print:max-h-none print:max-w-none print:animate-none print:shadow-none',
            )}
          >
            <header
              className={cn(
                'flex items-start gap-3 px-5 py-4 print:px-0',
                subheader ? 'pb-1' : 'border-b border-line',
              )}
            >
              <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
                <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
                  <div className="flex min-w-0 items-center gap-x-2">
                    <Radix.Title
                      data-tip={copiedId}
                      translate={copiedId ? 'no' : undefined}
                      className="min-w-0 text-lg font-semibold wrap-anywhere max-md:line-clamp-4 print:line-clamp-none"
                    >
                      {title}
                    </Radix.Title>
                    {copiedId && <CopyButton text={copiedId} label={t('Copy the complete ID')} />}
                  </div>
                  {titleExtra}
                </div>
                {description && (
                  <Radix.Description className="wrap-anywhere text-ink-soft">{description}</Radix.Description>
                )}
              </div>
              {headerActions}
              <Radix.Close asChild>
                <IconButton label={t('Close')} icon={<X className="size-4" />} className="-mr-1.5" />
              </Radix.Close>
            </header>
            <OfflineNotice />
            {subheader}
            <div
              {...(isText ? { tabIndex: 0, 'data-dialog-text': '' } : {})}
              className={cn(
                'min-h-0 flex-1 -outline-offset-2 overscroll-contain',
                size === 'full'
                  ? 'overflow-hidden'
                  : 'overflow-y-auto scroll-py-4 px-5 py-4 print:overflow-visible print:px-0',
              )}
            >
              {children}
            </div>
            {footer && (
              <footer
                data-unprinted=""
                className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 empty:hidden max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:*:flex-1 sheet-buttons"
              >
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
