import { Hammer } from 'lucide-react';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** A screen that is not there yet: what it will do. */
export function ComingScreen({ title, will }: { title: string; will: string }) {
  return (
    <div className="grid gap-5">
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={<Hammer className="size-5" />} title="This screen is coming with the next version.">
          <p className="max-w-md text-balance text-ink-soft">{will}</p>
        </EmptyState>
      </Card>
    </div>
  );
}
