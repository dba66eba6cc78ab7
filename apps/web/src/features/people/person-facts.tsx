import { t } from '../../languages/text.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Fact } from '../../ui/description-list.tsx';

/** A complete id, which a click copies. */
export const IdFact = ({ label, id }: { label: string; id: string }) => (
  <Fact label={label}>
    <CopyableId id={id} shown={id} />
  </Fact>
);

export const PhoneFact = ({ phone }: { phone: string | null | undefined }) => (
  <Fact label={t('Phone')}>
    <span className="numeric">{orNotAvailable(phone)}</span>
  </Fact>
);
