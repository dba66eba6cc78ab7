import { type Mechanic, showBankAccount } from '@wayside/contract/mechanics';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDate, orNotAvailable } from '../../lib/format.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { DescriptionList, Fact, LongFact } from '../../ui/description-list.tsx';
import { MapLink } from '../../ui/place.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { BlockBadge, VehicleTypes } from '../people/person-cells.tsx';
import { IdFact, PhoneFact } from '../people/person-facts.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { experience, serviceCharge, shopPlace } from './mechanic-labels.ts';

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
  const place = shopPlace(mechanic);
  return (
    <DescriptionList title={t('Personal Information')}>
      <Fact label={t('Name')}>{orNotAvailable(mechanic.name)}</Fact>
      <PhoneFact phone={mechanic.phone} />
      <Fact label={t('Email')}>{orNotAvailable(mechanic.email)}</Fact>
      <Fact label={t('Location')}>
        {place ? <MapLink {...place}>{place.text}</MapLink> : t('Location not available')}
      </Fact>
      <IdFact label={t('Mechanic ID')} id={mechanic.id} />
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
      <Fact label={t('Shop Name')}>{orNotAvailable(shop?.name)}</Fact>
      <Fact label={t('Service Charge')} align="end">
        {serviceCharge(mechanic)}
      </Fact>
      <Fact label={t('Experience')} align="end">
        {experience(mechanic)}
      </Fact>
      <Fact label={t('Vehicle Types')}>
        <VehicleTypes types={mechanic.vehicleTypes} />
      </Fact>
      <AmountFact label={t('Wallet')} paise={mechanic.walletPaise} />
      <Fact label={t('Join Date')}>{formatDate(mechanic.createdAt)}</Fact>
      <Fact label={t('Referral Code')}>{orNotAvailable(mechanic.referralCode)}</Fact>
      <LongFact label={t('Description')}>{orNotAvailable(shop?.description)}</LongFact>
    </DescriptionList>
  );
}

function Verification({ mechanic }: { mechanic: Mechanic }) {
  return (
    <DescriptionList title={t('Verification Status')}>
      <Fact label={t('Email')}>
        <Verified is={mechanic.isEmailVerified} />
      </Fact>
      <Fact label={t('Phone')}>
        <Verified is={mechanic.isPhoneVerified} />
      </Fact>
      <Fact label={t('Account')}>
        <BlockBadge isBlocked={mechanic.isBlocked} />
      </Fact>
    </DescriptionList>
  );
}

function Verified({ is }: { is: boolean }) {
  return <StatusBadge tone={is ? 'success' : 'warning'} label={is ? msg('Verified') : msg('Not Verified')} />;
}
