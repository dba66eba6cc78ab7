import { Pagination } from './pagination.tsx';

export interface PageStepsProps {
  page: number;
  pageCount: number;
  /** Says what is paged: "Earnings pages". */
  label: string;
  onPage: (page: number) => void;
}

/** The pages of a table in a dialog, which are not in the address. */
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
