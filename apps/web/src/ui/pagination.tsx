import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { cn } from './cn.ts';

export interface PageLinkProps {
  readonly className: string;
  readonly 'aria-label': string;
  readonly 'aria-current': 'page' | undefined;
  readonly children: ReactNode;
}

export interface PaginationProps {
  page: number;
  pageCount: number;
  label: string;
  renderLink: (page: number, props: PageLinkProps) => ReactNode;
}

const SLOT =
  'numeric grid h-8 min-w-8 place-items-center rounded-md px-1.5 text-sm font-medium touch:h-11 touch:min-w-11';

/** Links to the pages of a list (BOOK-07); renders nothing if there is only one page. */
export function Pagination({ page, pageCount, label, renderLink }: PaginationProps) {
  const slots = pageNumbers(page, pageCount);
  if (slots.length === 0) return null;
  return (
    <nav aria-label={label} data-unprinted="">
      <ul translate="no" className="flex flex-wrap items-center gap-1 touch:gap-x-0">
        <li>
          <Step
            to={page - 1}
            exists={page > 1}
            label={t('Previous page')}
            icon={<ChevronLeft className="size-4" />}
            renderLink={renderLink}
          />
        </li>
        {slots.map((slot) => (
          <li key={slot} className="flex gap-1 touch:gap-x-0">
            {typeof slot === 'number' ? (
              renderLink(slot, {
                className: cn(
                  SLOT,
                  slot === page ? 'bg-accent-soft text-accent-text' : 'text-ink-soft hover:bg-hover',
                ),
                'aria-label': t('Page {page}', { page: String(slot) }),
                'aria-current': slot === page ? 'page' : undefined,
                children: slot,
              })
            ) : (
              <span aria-hidden="true" className={cn(SLOT, 'min-w-6 text-ink-faint touch:min-w-6')}>
                …
              </span>
            )}
            {/* Renders it with the last page number, so that it does not wrap onto a line of its own on a narrow screen. */}
            {slot === pageCount && (
              <Step
                to={page + 1}
                exists={page < pageCount}
                label={t('Next page')}
                icon={<ChevronRight className="size-4" />}
                renderLink={renderLink}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface StepProps extends Pick<PaginationProps, 'renderLink'> {
  to: number;
  exists: boolean;
  label: string;
  icon: ReactNode;
}

function Step({ to, exists, label, icon, renderLink }: StepProps) {
  const className = cn(SLOT, exists ? 'text-ink-soft hover:bg-hover' : 'text-ink-faint opacity-50');
  if (exists) return renderLink(to, { className, 'aria-label': label, 'aria-current': undefined, children: icon });
  return (
    <span aria-hidden="true" className={className}>
      {icon}
    </span>
  );
}

export interface PageStepsProps {
  page: number;
  pageCount: number;
  label: string;
  onPage: (page: number) => void;
}

/** Pagination with buttons, for a table whose page is not in the address. */
export function PageSteps({ page, pageCount, label, onPage }: PageStepsProps) {
  return (
    <Pagination
      page={page}
      pageCount={pageCount}
      label={label}
      renderLink={(to, props) => <button type="button" {...props} onClick={() => onPage(to)} />}
    />
  );
}

export type PageSlot = number | 'gap-before' | 'gap-after';

const MAX_FULL_PAGES = 7;
const RUN = 5;

/**
 * Returns the page numbers of a pagination (BOOK-07). Up to 7 pages are all shown; otherwise the first 5, the last 5
 * or the current page ±1, always with the first and the last page.
 */
export function pageNumbers(page: number, pageCount: number): PageSlot[] {
  if (pageCount <= 1) return [];
  if (pageCount <= MAX_FULL_PAGES) return range(1, pageCount);
  if (page < RUN) return [...range(1, RUN), 'gap-after', pageCount];
  if (page > pageCount - RUN + 1) return [1, 'gap-before', ...range(pageCount - RUN + 1, pageCount)];
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
