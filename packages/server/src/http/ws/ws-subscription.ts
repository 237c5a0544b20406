import type { StateChange } from "@polylog/core";
import type { Delivery, Hub, Listening, Sink, Subscription } from "../../hub/hub.ts";
import type { Services } from "../../services.ts";
import { NOW } from "../cursor.ts";
import { startOfSession } from "../resume.ts";

export interface SubscriptionClient {
  /** False if the client is behind. */
  sendEvent(delivery: Delivery): boolean;
  sendResync(sessionId: string, rev: number, reason: string): void;
  sendChange(change: StateChange): void;
  /** No more events of the session can be sent. */
  subscriptionEnded(sessionId: string): void;
}

/** A socket's subscription to one session. */
export class WsSubscription implements Sink {
  private readonly hub: Hub;
  private readonly services: Pick<Services, "sessions">;
  private readonly client: SubscriptionClient;
  /** Where to start after a rewind. */
  private readonly restart: string | undefined;
  private subscription: Extract<Subscription, { kind: "session" }>;
  private listening: Listening | null = null;
  private isOver = false;

  static async open(
    { hub, services }: { readonly hub: Hub; readonly services: Pick<Services, "sessions"> },
    client: SubscriptionClient,
    sessionId: string,
    after: string | undefined,
  ): Promise<{
    readonly subscription: WsSubscription;
    readonly rev: number;
    readonly resync: string | null;
  }> {
    const { subscription, resync } = await startOfSession(services, sessionId, after);
    const opened = new WsSubscription(hub, services, client, subscription, after === NOW ? NOW : undefined);
    return { subscription: opened, rev: subscription.rev, resync };
  }

  private constructor(
    hub: Hub,
    services: Pick<Services, "sessions">,
    client: SubscriptionClient,
    subscription: Extract<Subscription, { kind: "session" }>,
    restart: string | undefined,
  ) {
    this.hub = hub;
    this.services = services;
    this.client = client;
    this.subscription = subscription;
    this.restart = restart;
  }

  begin(resync: string | null): void {
    const { sessionId, rev } = this.subscription;
    if (resync !== null) this.client.sendResync(sessionId, rev, resync);
    this.listening = this.hub.listen(this.subscription, this);
  }

  deliver(delivery: Delivery): boolean {
    // An event kept by a rewind still has the rev it was written under.
    if (delivery.rev <= this.subscription.rev) return this.client.sendEvent(delivery);
    this.lost("The session was rewound or restored.");
    return true;
  }

  caughtUp(): void {}

  changed(change: StateChange): void {
    this.client.sendChange(change);
  }

  lost(reason: string): void {
    this.listening?.stop();
    this.listening = null;
    void this.beginAgain(reason);
  }

  ready(): void {
    this.listening?.ready();
  }

  stop(): void {
    this.isOver = true;
    this.listening?.stop();
  }

  private async beginAgain(reason: string): Promise<void> {
    const before = this.subscription;
    try {
      const { subscription } = await startOfSession(this.services, before.sessionId, this.restart);
      if (this.isOver) return;
      if (subscription.rev === before.rev) throw new Error(reason);
      this.subscription = subscription;
      this.begin(reason);
    } catch {
      if (!this.isOver) this.client.subscriptionEnded(before.sessionId);
    }
  }
}
