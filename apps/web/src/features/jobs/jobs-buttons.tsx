import type { JobAction } from '@wayside/contract/jobs';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { isOwnServer } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { JobTarget } from './job-queries.ts';

const BlockDialog = lazyPart(() => import('./block-dialog.tsx'), 'BlockDialog');

/** The buttons that block or unblock the selected people (VIEW-07). */
export function BlockSelected({ target, onStarted }: { target: JobTarget; onStarted: () => void }) {
  // The selection at the time the dialog was opened.
  const [openDialog, setOpenDialog] = useState<{ readonly action: JobAction; readonly target: JobTarget } | null>(
    null,
  );
  const [hasStarted, setStarted] = useState(false);
  const close = () => {
    setOpenDialog(null);
    // The selection is cleared only now, because clearing it earlier would remove these buttons and the dialog.
    if (hasStarted) onStarted();
  };
  return (
    <>
      <Button onClick={() => setOpenDialog({ action: 'block', target })}>{t('Block')}</Button>
      <Button onClick={() => setOpenDialog({ action: 'unblock', target })}>{t('Unblock')}</Button>
      {openDialog && <BlockDialog {...openDialog} onStarted={() => setStarted(true)} onClose={close} />}
    </>
  );
}

const JobsDialog = lazyPart(() => import('./job-dialog.tsx'), 'JobsDialog');

/** Button that opens the list of jobs (VIEW-07), for users who may start jobs. */
export function JobsButton() {
  const [isOpen, setOpen] = useState(false);
  if (!isOwnServer()) return null;
  return (
    <Allowed to="people:block">
      <Button onClick={() => setOpen(true)}>{t('Jobs')}</Button>
      {isOpen && <JobsDialog onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
