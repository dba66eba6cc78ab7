import { t } from '../../languages/text.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem } from '../../ui/description-list.tsx';

/** A complete id, which a click copies. */
export const IdItem = ({ label, id }: { label: string; id: string }) => (
  <DescriptionItem label={label}>
    <CopyableId id={id} shown={id} />
  </DescriptionItem>
);

export const PhoneItem = ({ phone }: { phone: string | null | undefined }) => (
  <DescriptionItem label={t('Phone')}>
    <span className="numeric">{orNotAvailable(phone)}</span>
  </DescriptionItem>
);
