/** Defines the webhook delivery of a check. Its content is read when it is sent. */
import type { QuietHours } from "@dunlin/schema/Monitor"

export interface MonitorDelivery {
  readonly monitor: string
  readonly page?: string | undefined
  readonly quietHours?: QuietHours | undefined
}
