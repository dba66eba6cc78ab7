ALTER TABLE "emergencies" ADD COLUMN "cell" integer;--> statement-breakpoint
ALTER TABLE "emergencies" ADD COLUMN "is_cancelled" boolean;--> statement-breakpoint
ALTER TABLE "emergencies" ADD COLUMN "has_changed" boolean;