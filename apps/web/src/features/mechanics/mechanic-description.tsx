import { type Mechanic, showBankAccount } from '@wayside/contract/mechanics';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDate, orNotAvailable } from '../../lib/format.ts';
import { AmountItem } from '../../list/amount-item.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { DescriptionItem, DescriptionList, LongDescriptionItem } from '../../ui/description-list.tsx';
import { MapLink } from '../../ui/place.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { BlockBadge, VehicleTypes } from '../people/person-cells.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { IdItem, PhoneItem } from '../people/person-items.tsx';
import { experience, formatHourlyCharge, shopLocation } from './mechanic-labels.ts';

interface MechanicDescriptionProps {
  mechanic: Mechanic;
  isColumn?: boolean;
  hasHistory?: boolean;
}

/** The details of a mechanic (MECH-03 to MECH-06). */
export function MechanicDescription({ mechanic, isColumn = false, hasHistory = false }: MechanicDescriptionProps) {
  return (
    <div className={cn('grid grid-cols-1 content-start gap-x-8 gap-y-6', !isColumn && 'md:grid-cols-2')}>
      <div className="grid grid-cols-1 content-start gap-6">
        <Personal mechanic={mechanic} />
        <Professional mechanic={mechanic} />
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <Verification mechanic={mechanic} />
        <Allowed to={showBankAccount}>
          <BankDetails mechanicId={mechanic.id} bank={mechanic.bank} />
        </Allowed>
        {hasHistory && <PersonHistory entity="mechanic" id={mechanic.id} />}
      </div>
    </div>
  );
}

function Personal({ mechanic }: { mechanic: Mechanic }) {
  const location = shopLocation(mechanic);
  return (
    <DescriptionList title={t('Personal Information')}>
      <DescriptionItem label={t('Name')}>{orNotAvailable(mechanic.name)}</DescriptionItem>
      <PhoneItem phone={mechanic.phone} />
      <DescriptionItem label={t('Email')}>{orNotAvailable(mechanic.email)}</DescriptionItem>
      <DescriptionItem label={t('Location')}>
        {location ? <MapLink {...location}>{location.text}</MapLink> : t('Location not available')}
      </DescriptionItem>
      <IdItem label={t('Mechanic ID')} id={mechanic.id} />
    </DescriptionList>
  );
}

function Professional({ mechanic }: { mechanic: Mechanic }) {
  const { shop, isAvailable } = mechanic;
  return (
    <DescriptionList
      title={t('Professional Information')}
      extra={
        <StatusBadge
          tone={isAvailable ? 'success' : 'neutral'}
          label={isAvailable ? msg('Available') : msg('Not Available')}
        />
      }
    >
      <DescriptionItem label={t('Shop Name')}>{orNotAvailable(shop?.name)}</DescriptionItem>
      <DescriptionItem label={t('Service Charge')} align="end">
        {formatHourlyCharge(mechanic)}
      </DescriptionItem>
      <DescriptionItem label={t('Experience')} align="end">
        {experience(mechanic)}
      </DescriptionItem>
      <DescriptionItem label={t('Vehicle Types')}>
        <VehicleTypes types={mechanic.vehicleTypes} />
      </DescriptionItem>
      <AmountItem label={t('Wallet')} paise={mechanic.walletPaise} />
      <DescriptionItem label={t('Join Date')}>{formatDate(mechanic.createdAt)}</DescriptionItem>
      <DescriptionItem label={t('Referral Code')}>{orNotAvailable(mechanic.referralCode)}</DescriptionItem>
      <LongDescriptionItem label={t('Description')}>{orNotAvailable(shop?.description)}</LongDescriptionItem>
    </DescriptionList>
  );
}

function Verification({ mechanic }: { mechanic: Mechanic }) {
  return (
    <DescriptionList title={t('Verification Status')}>
      <DescriptionItem label={t('Email')}>
        <Verified is={mechanic.isEmailVerified} />
      </DescriptionItem>
      <DescriptionItem label={t('Phone')}>
        <Verified is={mechanic.isPhoneVerified} />
      </DescriptionItem>
      <DescriptionItem label={t('Account')}>
        <BlockBadge isBlocked={mechanic.isBlocked} />
      </DescriptionItem>
    </DescriptionList>
  );
}

function Verified({ is }: { is: boolean }) {
  return <StatusBadge tone={is ? 'success' : 'warning'} label={is ? msg('Verified') : msg('Not Verified')} />;
}
