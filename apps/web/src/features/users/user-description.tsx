import type { User } from '@wayside/contract/users';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { VehicleTypes } from '../../people/vehicle-types.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { BlockBadge } from './user-columns.tsx';

/** What is known of a customer (USER-04). */
export function UserDescription({ user }: { user: User }) {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList
        title="Customer"
        extra={
          <span className="flex flex-wrap gap-1.5">
            {user.socketId && (
              <Badge tone="info" dot>
                Currently Online
              </Badge>
            )}
            <BlockBadge isBlocked={user.isBlocked} />
          </span>
        }
      >
        <Fact label="Name">{orNotAvailable(user.name)}</Fact>
        <Fact label="User ID">
          <CopyableId id={user.id} shown={user.id} />
        </Fact>
        <Fact label="Email">{orNotAvailable(user.email)}</Fact>
        <Fact label="Phone">
          <span className="numeric">{orNotAvailable(user.phone)}</span>
        </Fact>
      </DescriptionList>
      <DescriptionList title="Account">
        <Fact label="Wallet Balance" align="end">
          {formatExactRupees(user.walletPaise)}
        </Fact>
        <Fact label="Referral Code">{orNotAvailable(user.referralCode)}</Fact>
        <Fact label="Vehicle Types">
          <VehicleTypes types={user.vehicleTypes} />
        </Fact>
        <Fact label="Joined">{formatDateTime(user.createdAt)}</Fact>
        <Fact label="Last Updated">{formatDateTime(user.updatedAt)}</Fact>
      </DescriptionList>
    </div>
  );
}
