import { BlockList, isIP, isIPv6 } from "node:net";

/** IPv4 networks that are private, local or reserved. */
const special4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** IPv6 networks within the public range that map to other addresses, including private ones, or are reserved. */
const special6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [network, bits] of special4) special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of special6) special.addSubnet(network, bits, "ipv6");

const public6 = new BlockList();
public6.addSubnet("2000::", 3, "ipv6");

/** Whether an address is on the public internet. Unknown addresses are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return public6.check(address, "ipv6") && !special.check(address, "ipv6");
  return isIP(address) === 4 && !special.check(address, "ipv4");
}
