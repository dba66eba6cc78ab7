import { configuration, configurationOfSource } from '@wayside/contract/configuration';
import { listedNotification, notification } from '@wayside/contract/notifications';
import { part } from '@wayside/contract/parts';
import { service } from '@wayside/contract/services';
import { slot } from '@wayside/contract/slots';
import { sosService } from '@wayside/contract/sos-services';
import { vehicleModel } from '@wayside/contract/vehicle-models';
import { parts, services, slots, sosServices, vehicleModels } from '../platform/db/schema/catalogue.ts';
import { notifications } from '../platform/db/schema/communication.ts';
import { configurations } from '../platform/db/schema/configuration.ts';
import { bookingRecord } from './bookings.ts';
import { defineRecord, type RecordDefinition } from './define-record.ts';
import { readOnly, reference } from './field-source.ts';
import { mechanicRecord } from './mechanics.ts';
import { paymentRecord } from './payments.ts';
import { earningRecord, payoutRecord } from './payouts.ts';
import { userRecord } from './users.ts';

/** Prices and rates, in at most one record; an import writes it with `applySourceConfiguration`. */
export const configurationRecord = defineRecord({
  table: configurations,
  schema: configuration,
  sourceSchema: configurationOfSource,
  collection: 'configs',
  posts: true,
  map: {
    id: configurations.id,
    chargePerKmPaise: configurations.chargePerKmPaise,
    platformFeePaise: configurations.platformFeePaise,
    commissionPercent: configurations.commissionPercent,
    referralBonusPaise: configurations.referralBonusPaise,
    mechanicChargePaise: configurations.mechanicChargePaise,
    discountPercent: configurations.discountPercent,
    loyaltyPoints: configurations.loyaltyPoints,
    upiId: configurations.upiId,
  },
  computed: { statedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? null },
});

export const notificationRecord = defineRecord({
  table: notifications,
  schema: listedNotification,
  sourceSchema: notification,
  collection: 'notifications',
  map: {
    id: notifications.id,
    message: notifications.message,
    type: notifications.type,
    user: reference(notifications.userId),
    mechanic: reference(notifications.mechanicId),
    createdAt: notifications.createdAt,
    updatedAt: notifications.updatedAt,
    // Only notifications created in Wayside are sent through the webhook.
    delivery: readOnly(notifications.delivery),
  },
});

export const vehicleModelRecord = defineRecord({
  table: vehicleModels,
  schema: vehicleModel,
  collection: 'companies',
  map: {
    id: vehicleModels.id,
    companyName: vehicleModels.companyName,
    image: vehicleModels.image,
    createdAt: vehicleModels.createdAt,
  },
});

export const slotRecord = defineRecord({
  table: slots,
  schema: slot,
  collection: 'slots',
  map: { id: slots.id, startTime: slots.startTime, endTime: slots.endTime, duration: slots.duration },
});

export const serviceRecord = defineRecord({
  table: services,
  schema: service,
  collection: 'services',
  map: {
    id: services.id,
    name: services.name,
    vehicleType: services.vehicleType,
    image: services.image,
    createdAt: services.createdAt,
  },
});

export const partRecord = defineRecord({
  table: parts,
  schema: part,
  collection: 'parts',
  map: {
    id: parts.id,
    service: reference(parts.serviceId),
    name: parts.name,
    pricePaise: parts.pricePaise,
    image: parts.image,
  },
});

export const sosServiceRecord = defineRecord({
  table: sosServices,
  schema: sosService,
  collection: 'sosservices',
  map: {
    id: sosServices.id,
    name: sosServices.name,
    vehicleType: sosServices.vehicleType,
    pricePaise: sosServices.pricePaise,
    image: sosServices.image,
  },
});

/**
 * All imported records by file name, in the order of an import. References point to earlier records, except that
 * earnings rows precede the payments that they replace, so that each is posted only once (IMPO-05).
 */
export const collections = {
  configs: configurationRecord,
  users: userRecord,
  mechanics: mechanicRecord,
  companies: vehicleModelRecord,
  slots: slotRecord,
  sosservices: sosServiceRecord,
  services: serviceRecord,
  parts: partRecord,
  bookings: bookingRecord,
  earnings: earningRecord,
  payments: paymentRecord,
  payouts: payoutRecord,
  notifications: notificationRecord,
};

export const orderedCollections: readonly RecordDefinition[] = Object.values(collections);
