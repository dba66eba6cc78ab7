import { useState } from 'react';
import { cn } from '../ui/cn.ts';
import { CONTROL_LOOK } from '../ui/field.tsx';

export interface PageFieldProps {
  pageCount: number;
  onPage: (page: number) => void;
}

/** A page to type (VIEW-06). A number beyond the last page leads to the last one. */
export function PageField({ pageCount, onPage }: PageFieldProps) {
  const [typedPage, setTypedPage] = useState('');
  const page = Number(typedPage);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (page < 1) return;
        setTypedPage('');
        onPage(Math.min(page, pageCount));
      }}
    >
      <input
        aria-label="Go to page"
        placeholder="Page"
        inputMode="numeric"
        value={typedPage}
        maxLength={9}
        onChange={({ target }) => setTypedPage(target.value.replaceAll(/\D/g, ''))}
        className={cn(CONTROL_LOOK, 'numeric w-16 text-center')}
      />
    </form>
  );
}
