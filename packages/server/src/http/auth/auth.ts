import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { PairAnswer, Role } from "@polylog/core";
import type { Caller } from "../../caller.ts";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { EventStore } from "../../store/store.ts";
import { type Clocks, systemClocks } from "./clocks.ts";
import { sessionCookie } from "./cookie.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { Devices, type Via } from "./devices.ts";
import { GuessLimit, peerName } from "./guess-limit.ts";
import { LoginCodes } from "./login-codes.ts";
import { Pairings } from "./pairings.ts";
import { hashOf, type SecretHash } from "./secrets.ts";
import { ownerToken } from "./token-file.ts";

/** Who a request comes from, and what they may do. */
export interface Identity extends Caller {
  readonly via: Via | "nothing";
}

export interface AuthOptions {
  readonly store: Pick<EventStore, "documents" | "commit">;
  /** Where the owner's token is kept. */
  readonly tokenFile: string;
  /** A token given by flag or environment, in place of a random one. */
  readonly token?: string | undefined;
  readonly clocks?: Clocks | undefined;
}

const OWNER = "owner";
const stranger: Identity = { id: "stranger", name: "stranger", role: "open", via: "nothing" };

const SIGN_IN_AGAIN =
  "Sign in again: this browser signed in to an older version of Polylog, or its storage was cleared.";

/** Shorter than 128 bits can be: somebody chose it, and it might be found by trying. */
const GUESSABLE = 22;

export class Auth {
  readonly devices: Devices;
  readonly pairings: Pairings;
  readonly clocks: Clocks;
  private readonly owner: SecretHash;
  private readonly guessable: boolean;
  private readonly codes: LoginCodes;
  private readonly tokenGuesses: GuessLimit;
  private readonly codeGuesses: GuessLimit;

  static async open(options: AuthOptions): Promise<Auth> {
    const { store, tokenFile, token, clocks = systemClocks } = options;
    const devices = new Devices(store, limits.http.devices, clocks.now);
    await devices.refresh();
    return new Auth(devices, await ownerToken(tokenFile, token), clocks);
  }

  private constructor(devices: Devices, token: string, clocks: Clocks) {
    const { guesses, guessMs, codeMs, codes, pairingMs, pairings } = limits.http;
    this.devices = devices;
    this.clocks = clocks;
    this.owner = hashOf(token);
    this.guessable = token.length < GUESSABLE;
    this.codes = new LoginCodes(codeMs, codes, clocks);
    this.pairings = new Pairings(pairingMs, pairings, clocks);
    this.tokenGuesses = new GuessLimit(guesses, guessMs, clocks.elapsed);
    this.codeGuesses = new GuessLimit(guesses, guessMs, clocks.elapsed);
  }

  /** The device that the request's credentials belong to; rejects a request without any, or with wrong ones. */
  callerOf(request: IncomingMessage): Identity {
    const shown = credentialsOf(request);
    if (shown === null) throw new PolylogError("not_authenticated", "A token is required.");
    const peer = peerName(request.socket.remoteAddress);
    const wait = this.tokenGuesses.waitOf(peer);
    // Random secrets cannot be guessed, so a correct one gets in however much its address has guessed. Only a token
    // that somebody chose, and chose short, waits: without the limit it would be found.
    const identity = this.identify(shown, wait > 0 && this.guessable ? "devices" : "everyone");
    if (identity !== null) return identity;
    // Nothing can be guessed without the key, and the page must learn why it was refused.
    if (shown.via === "cookie" && shown.key === null) {
      throw new PolylogError("not_authenticated", SIGN_IN_AGAIN, { reason: "origin_key_missing" });
    }
    if (wait > 0) throw tooManyGuesses(wait);
    this.tokenGuesses.wrong(peer);
    throw new PolylogError("not_authenticated", "The credentials are not valid, or they were revoked.");
  }

  /** For what is open to all: who it is if that is known, else a stranger. Nothing can be guessed here. */
  visitor(request: IncomingMessage): Identity {
    const shown = credentialsOf(request);
    return (shown && this.identify(shown, this.guessable ? "devices" : "everyone")) ?? stranger;
  }

  isAlive(identity: Identity): boolean {
    return identity.id === OWNER || this.devices.isAlive(identity.id);
  }

  newCode(role: Role, name: string): { readonly code: string; readonly expiresTs: number } {
    return this.codes.make(role, name);
  }

  /** Trades a one-time code for both halves of a browser's credential: a cookie, and a key for its own storage. */
  async login(
    code: string,
    request: IncomingMessage,
  ): Promise<{ identity: Identity; cookie: string; originKey: string }> {
    const taken = this.guess(request, () => this.codes.take(code), "it is good for one minute, and once");
    const lifeMs = limits.http.signedInMs;
    const { device, secret, originKey } = await this.devices.add(taken.name, taken.role, "cookie", lifeMs);
    const identity: Identity = { id: device.deviceId, name: device.name, role: device.role, via: "cookie" };
    return { identity, cookie: sessionCookie(request, secret, lifeMs), originKey };
  }

  /** A device shows the code of a pairing. It then waits for the owner. */
  showCode(code: string, name: string, request: IncomingMessage): PairAnswer {
    const address = peerName(request.socket.remoteAddress);
    const show = () => this.pairings.show(code, name, address);
    const { claim, expiresTs } = this.guess(request, show, "it is good for five minutes, and once");
    return { state: "pending", claim, expiresTs };
  }

  /** What the device that waits is told; once the owner has said yes, with a secret of its own. */
  async claim(
    claim: string,
    via: Via,
    request: IncomingMessage,
  ): Promise<PairAnswer & { readonly cookie?: string }> {
    const found = this.guess(request, () => this.pairings.claim(claim), "its time is over");
    const { state, name, role } = found;
    if (state === "denied" || state === "pending") return { state };
    const lifeMs = via === "cookie" ? limits.http.signedInMs : null;
    const { device, secret, originKey } = await this.devices.add(name ?? "phone", role, via, lifeMs);
    const answer = { state: "confirmed" as const, deviceId: device.deviceId, role };
    if (lifeMs === null) return { ...answer, token: secret };
    return { ...answer, originKey, cookie: sessionCookie(request, secret, lifeMs) };
  }

  /**
   * What a code leads to. Wrong ones are counted by the address that they come from. A correct one is taken even when
   * its address has used up its guesses: codes hold 128 random bits and live for minutes, so no number of guesses
   * finds one, and a neighbour who guesses must not lock others out.
   */
  private guess<T>(request: IncomingMessage, look: () => T | null, why: string): T {
    const found = look();
    if (found !== null) return found;
    const peer = peerName(request.socket.remoteAddress);
    const wait = this.codeGuesses.waitOf(peer);
    if (wait > 0) throw tooManyGuesses(wait);
    this.codeGuesses.wrong(peer);
    throw new PolylogError("not_authenticated", `The code is not valid: ${why}.`);
  }

  private identify({ secret, via, key }: Credentials, among: "everyone" | "devices"): Identity | null {
    const hash = hashOf(secret);
    if (among === "everyone" && via === "token" && timingSafeEqual(hash, this.owner))
      return { id: OWNER, name: OWNER, role: "owner", via };
    const device = this.devices.find(hash, via, key === null ? null : hashOf(key));
    return device && { id: device.deviceId, name: device.name, role: device.role, via };
  }
}

function tooManyGuesses(seconds: number): PolylogError {
  return new PolylogError(
    "too_many_requests",
    "Too many wrong tokens or codes came from this address. Wait a few seconds.",
    { retry_after: seconds },
  );
}
