import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { PairAnswer, Role } from "@polylog/core";
import type { Caller } from "../../caller.ts";
import { limits } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
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

/** The sender of a request and their permissions. */
export interface Identity extends Caller {
  readonly via: Via | "nothing";
}

export interface AuthOptions {
  readonly store: Pick<EventStore, "documents" | "commit">;
  /** The file with the owner's token. */
  readonly tokenFile: string;
  /** A token given by flag or environment, used instead of a random one. */
  readonly token?: string | undefined;
  readonly clocks?: Clocks | undefined;
}

const OWNER = "owner";
const anonymous: Identity = { id: "anonymous", name: "anonymous", role: "open", via: "nothing" };

const SIGN_IN_AGAIN =
  "Sign in again: this browser signed in to an older version of Polylog, or its storage was cleared.";

/** A token shorter than 128 random bits was chosen by a person, and could be guessed. */
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

  /** The device that the request's credentials belong to. Rejects a request with missing or invalid credentials. */
  callerOf(request: IncomingMessage): Identity {
    const shown = credentialsOf(request);
    if (shown === null)
      throw new PolylogError(
        "not_authenticated",
        "A token is required. Sign in, or send it in the authorization header.",
      );
    const peer = peerName(request.socket.remoteAddress);
    const wait = this.tokenGuesses.waitOf(peer);
    // Random secrets cannot be guessed, so a correct one is accepted even if its address has used up its guesses. Only a
    // short token chosen by a person has to wait, because it could be guessed without the limit.
    const identity = this.identify(shown, wait > 0 && this.guessable ? "devices" : "everyone");
    if (identity !== null) return identity;
    // Without the key nothing can be guessed, and the page needs to know why it was refused.
    if (shown.via === "cookie" && shown.key === null) {
      throw new PolylogError("not_authenticated", SIGN_IN_AGAIN, { reason: "origin_key_missing" });
    }
    if (wait > 0) throw tooManyGuesses(wait);
    this.tokenGuesses.wrong(peer);
    throw new PolylogError(
      "not_authenticated",
      "The credentials are invalid or were revoked. Sign in again.",
    );
  }

  /** For routes that are open to everyone: the known device, or else an anonymous one. Nothing can be guessed here. */
  visitor(request: IncomingMessage): Identity {
    const shown = credentialsOf(request);
    return (shown && this.identify(shown, this.guessable ? "devices" : "everyone")) ?? anonymous;
  }

  isAlive(identity: Identity): boolean {
    return identity.id === OWNER || this.devices.isAlive(identity.id);
  }

  newCode(role: Role, name: string): { readonly code: string; readonly expiresTs: number } {
    return this.codes.make(role, name);
  }

  /** Exchanges a one-time code for both halves of a browser's credential: a cookie, and a key for its own storage. */
  async login(
    code: string,
    request: IncomingMessage,
  ): Promise<{ identity: Identity; cookie: string; originKey: string }> {
    const taken = this.guess(
      request,
      () => this.codes.take(code),
      "it expires after one minute and works once. Get a new one",
    );
    const lifeMs = limits.http.signedInMs;
    const { device, secret, originKey } = await this.devices.add(taken.name, taken.role, "cookie", lifeMs);
    const identity: Identity = { id: device.deviceId, name: device.name, role: device.role, via: "cookie" };
    return { identity, cookie: sessionCookie(request, secret, lifeMs), originKey };
  }

  /** A device redeems the code of a pairing, then waits for the owner. */
  showCode(code: string, name: string, request: IncomingMessage): PairAnswer {
    const address = peerName(request.socket.remoteAddress);
    const show = () => this.pairings.show(code, name, address);
    const { claim, expiresTs } = this.guess(
      request,
      show,
      "it expires after five minutes and works once. Get a new one",
    );
    return { state: "pending", claim, expiresTs };
  }

  /** The state of the waiting device; once the owner has approved it, its secret. */
  async claim(
    claim: string,
    via: Via,
    request: IncomingMessage,
  ): Promise<PairAnswer & { readonly cookie?: string }> {
    const found = this.guess(
      request,
      () => this.pairings.claim(claim),
      "it has expired. Start pairing again",
    );
    const { state, name, role } = found;
    if (state === "denied" || state === "pending") return { state };
    const lifeMs = via === "cookie" ? limits.http.signedInMs : null;
    const { device, secret, originKey } = await this.devices.add(name ?? "phone", role, via, lifeMs);
    const answer = { state: "confirmed" as const, deviceId: device.deviceId, role };
    if (lifeMs === null) return { ...answer, token: secret };
    return { ...answer, originKey, cookie: sessionCookie(request, secret, lifeMs) };
  }

  /**
   * Looks up a code. Wrong codes are counted by the address they come from. A correct code is accepted even if its address
   * has used up its guesses: codes have 128 random bits and live for minutes, so they cannot be guessed, and an attacker
   * who shares the address must not lock others out.
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
    "Too many wrong tokens or codes came from this address. Wait a few seconds, then retry.",
    { retry_after: seconds },
  );
}
