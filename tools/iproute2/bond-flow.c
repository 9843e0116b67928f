// SPDX-License-Identifier: GPL-2.0
/*
 * bond-flow: which slave will this flow take?
 *
 * Data flow: words, a capture or a raw frame become an Ethernet frame; the bonding
 * driver gets it by its debugfs file "flow" and answers, through the same open
 * file, with lines of NAME VALUE. Nothing is sent.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/icmp6.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/ip_icmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/types.h>

#define DEBUGFS		"/sys/kernel/debug"
#define DEBUGFS_MAGIC	0x64626720

/* All headers are in it; the driver takes less than a page. */
#define FRAME_MAX	2048

#define PCAP_MICRO	0xa1b2c3d4
#define PCAP_NANO	0xa1b23c4d
#define PCAPNG		0x0a0d0d0a
#define PCAP_ETHERNET	1

#define die(fmt, ...)							\
	do {								\
		fprintf(stderr, "bond-flow: " fmt "\n", ##__VA_ARGS__);	\
		exit(1);						\
	} while (0)

/**
 * struct flow - what the words say
 * @family: of the addresses: AF_INET, AF_INET6, or 0 without
 * @src: source address
 * @dst: destination address
 * @smac: source MAC address
 * @dmac: destination MAC address
 * @has_src: @src was given
 * @has_dst: @dst was given
 * @has_smac: @smac was given
 * @has_dmac: @dmac was given
 * @proto: of IP; -1 if it was not given
 * @sport: source port; -1 if it was not given
 * @dport: destination port; -1 if it was not given
 * @id: of an ICMP echo request; -1 if it was not given
 * @vlan: its VLAN; -1 if it has none
 */
struct flow {
	int family;
	__u8 src[16];
	__u8 dst[16];
	__u8 smac[ETH_ALEN];
	__u8 dmac[ETH_ALEN];
	bool has_src;
	bool has_dst;
	bool has_smac;
	bool has_dmac;
	int proto;
	int sport;
	int dport;
	int id;
	int vlan;
};

/**
 * struct frame - a frame from its MAC header on
 * @data: the frame
 * @len: its length in bytes
 */
struct frame {
	__u8 data[FRAME_MAX];
	size_t len;
};

static const char usage[] =
	"Usage: bond-flow [ -j ] BOND src ADDRESS dst ADDRESS [ proto PROTO ]\n"
	"                 [ sport PORT ] [ dport PORT ] [ id ID ]\n"
	"                 [ smac LLADDR ] [ dmac LLADDR ] [ vlan VLANID ]\n"
	"       bond-flow [ -j ] BOND pcap { FILE | - }\n"
	"       bond-flow [ -j ] BOND frame { FILE | - }\n"
	"\n"
	"PROTO := tcp|udp|icmp|icmp6|NUMBER\n";

static int read_number(const char *word, const char *text, long max)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 0);
	if (*text < '0' || *text > '9' || *end || errno || value > max)
		die("%s takes a number, 0 - %ld, not \"%s\"", word, max, text);

	return value;
}

static int read_proto(const char *text)
{
	if (!strcmp(text, "tcp"))
		return IPPROTO_TCP;
	if (!strcmp(text, "udp"))
		return IPPROTO_UDP;
	if (!strcmp(text, "icmp"))
		return IPPROTO_ICMP;
	if (!strcmp(text, "icmp6") || !strcmp(text, "icmpv6"))
		return IPPROTO_ICMPV6;
	if (*text < '0' || *text > '9')
		die("proto takes tcp, udp, icmp, icmp6 or a number, not \"%s\"", text);

	return read_number("proto", text, UINT8_MAX);
}

static void read_address(struct flow *flow, const char *word, const char *text, __u8 *addr)
{
	int family = strchr(text, ':') ? AF_INET6 : AF_INET;

	if (inet_pton(family, text, addr) != 1)
		die("%s takes an IPv4 or IPv6 address, not \"%s\"", word, text);
	if (flow->family && flow->family != family)
		die("src and dst are of different families");
	flow->family = family;
}

static void read_mac(const char *word, const char *text, __u8 *mac)
{
	unsigned int b[ETH_ALEN];
	int i, end = 0;

	if (sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &b[0], &b[1], &b[2], &b[3], &b[4], &b[5],
		   &end) != ETH_ALEN || text[end])
		die("%s takes a MAC address, not \"%s\"", word, text);
	for (i = 0; i < ETH_ALEN; i++)
		mac[i] = b[i];
}

static void read_word(struct flow *flow, const char *word, const char *text)
{
	if (!strcmp(word, "src")) {
		read_address(flow, word, text, flow->src);
		flow->has_src = true;
	} else if (!strcmp(word, "dst")) {
		read_address(flow, word, text, flow->dst);
		flow->has_dst = true;
	} else if (!strcmp(word, "smac")) {
		read_mac(word, text, flow->smac);
		flow->has_smac = true;
	} else if (!strcmp(word, "dmac")) {
		read_mac(word, text, flow->dmac);
		flow->has_dmac = true;
	} else if (!strcmp(word, "proto")) {
		flow->proto = read_proto(text);
	} else if (!strcmp(word, "sport")) {
		flow->sport = read_number(word, text, UINT16_MAX);
	} else if (!strcmp(word, "dport")) {
		flow->dport = read_number(word, text, UINT16_MAX);
	} else if (!strcmp(word, "id")) {
		flow->id = read_number(word, text, UINT16_MAX);
	} else if (!strcmp(word, "vlan")) {
		flow->vlan = read_number(word, text, 4094);
	} else {
		die("unknown word \"%s\", try bond-flow --help", word);
	}
}

static bool has_ports(int proto)
{
	return proto == IPPROTO_TCP || proto == IPPROTO_UDP || proto == IPPROTO_UDPLITE ||
	       proto == IPPROTO_SCTP || proto == IPPROTO_DCCP;
}

static bool is_icmp(int proto)
{
	return proto == IPPROTO_ICMP || proto == IPPROTO_ICMPV6;
}

/* An answer about some other flow would be worse than none. */
static void check_flow(struct flow *flow)
{
	bool ports = flow->sport >= 0 || flow->dport >= 0;

	if (!flow->has_src || !flow->has_dst)
		die("src and dst are missing");
	if (flow->proto < 0 && ports)
		die("whose ports? Give proto too");
	if (has_ports(flow->proto) && (flow->sport < 0 || flow->dport < 0))
		die("this protocol has ports: give sport and dport");
	if (flow->proto >= 0 && ports && !has_ports(flow->proto))
		die("protocol %d has no ports", flow->proto);
	if (flow->id >= 0 && !is_icmp(flow->proto))
		die("only icmp and icmp6 have an id");
	if (flow->proto == (flow->family == AF_INET ? IPPROTO_ICMPV6 : IPPROTO_ICMP))
		die("IPv%c has %s", flow->family == AF_INET ? '4' : '6',
		    flow->family == AF_INET ? "icmp, not icmp6" : "icmp6, not icmp");
}

static void read_flow(struct flow *flow, int argc, char **argv)
{
	int i;

	*flow = (struct flow){
		.proto = -1, .sport = -1, .dport = -1, .id = -1, .vlan = -1,
	};
	for (i = 0; i < argc; i += 2) {
		if (i + 1 >= argc)
			die("%s needs a value, try bond-flow --help", argv[i]);
		read_word(flow, argv[i], argv[i + 1]);
	}
	check_flow(flow);
}

static void put(struct frame *frame, const void *data, size_t len)
{
	memcpy(frame->data + frame->len, data, len);
	frame->len += len;
}

static void put16(struct frame *frame, __u16 value)
{
	value = htons(value);
	put(frame, &value, sizeof(value));
}

/* Of the transport header only what a hash looks at is not zero. */
static size_t make_payload(const struct flow *flow, __u8 *payload)
{
	__u16 ports[2] = { htons(flow->sport), htons(flow->dport) };
	__u16 id = htons(flow->id < 0 ? 0 : flow->id);

	if (is_icmp(flow->proto)) {
		payload[0] = flow->proto == IPPROTO_ICMP ? ICMP_ECHO : ICMP6_ECHO_REQUEST;
		memcpy(payload + 4, &id, sizeof(id));
		return 8;
	}
	if (has_ports(flow->proto))
		memcpy(payload, ports, sizeof(ports));
	if (flow->proto == IPPROTO_TCP)
		payload[12] = 5 << 4;

	return 20;
}

static void put_ip(struct frame *frame, const struct flow *flow)
{
	__u8 payload[20] = { 0 };
	size_t len = make_payload(flow, payload);
	struct ip6_hdr ip6 = {
		.ip6_flow = htonl(6U << 28),
		.ip6_plen = htons(len),
		.ip6_nxt = flow->proto,
		.ip6_hlim = 64,
	};
	struct iphdr ip = {
		.version = 4,
		.ihl = sizeof(ip) / 4,
		.tot_len = htons(sizeof(ip) + len),
		.ttl = 64,
		.protocol = flow->proto,
	};

	if (flow->family == AF_INET) {
		memcpy(&ip.saddr, flow->src, sizeof(ip.saddr));
		memcpy(&ip.daddr, flow->dst, sizeof(ip.daddr));
		put(frame, &ip, sizeof(ip));
	} else {
		memcpy(&ip6.ip6_src, flow->src, sizeof(ip6.ip6_src));
		memcpy(&ip6.ip6_dst, flow->dst, sizeof(ip6.ip6_dst));
		put(frame, &ip6, sizeof(ip6));
	}
	put(frame, payload, len);
}

static void make_frame(struct frame *frame, const struct flow *flow)
{
	frame->len = 0;
	put(frame, flow->dmac, ETH_ALEN);
	put(frame, flow->smac, ETH_ALEN);
	if (flow->vlan >= 0) {
		put16(frame, ETHERTYPE_VLAN);
		put16(frame, flow->vlan);
	}
	put16(frame, flow->family == AF_INET ? ETHERTYPE_IP : ETHERTYPE_IPV6);
	put_ip(frame, flow);
}

/* An answer that goes by what was not given would be wrong. */
static void check_policy(struct flow *flow, const char *bond, const char *policy)
{
	if (!flow->has_dmac && (!strcmp(policy, "layer2") || !strcmp(policy, "layer2+3") ||
				!strcmp(policy, "encap2+3")))
		die("the hash of %s is %s, which looks at MAC addresses: give dmac", bond, policy);
	if (flow->proto < 0 && (!strcmp(policy, "layer3+4") || !strcmp(policy, "encap3+4")))
		die("the hash of %s is %s, which looks at ports: give proto", bond, policy);
	if (flow->vlan < 0 && !strcmp(policy, "vlan+srcmac"))
		fprintf(stderr, "bond-flow: this is about packets without a VLAN\n");
	if (flow->proto < 0)
		flow->proto = IPPROTO_NONE;
}

static void fill_smac(struct flow *flow, const char *bond)
{
	struct ifreq ifr = { 0 };
	int fd;

	if (flow->has_smac)
		return;
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", bond);
	if (fd < 0 || ioctl(fd, SIOCGIFHWADDR, &ifr))
		die("cannot read the MAC address of %s: %s", bond, strerror(errno));
	memcpy(flow->smac, ifr.ifr_hwaddr.sa_data, ETH_ALEN);
	close(fd);
}

static FILE *open_input(const char *path)
{
	FILE *f;

	if (!strcmp(path, "-"))
		return stdin;
	f = fopen(path, "rb");
	if (!f)
		die("%s: %s", path, strerror(errno));

	return f;
}

static __u32 pcap_number(__u32 value, bool swap)
{
	return swap ? __builtin_bswap32(value) : value;
}

static void read_pcap(struct frame *frame, const char *path)
{
	__u32 file[6], packet[4], magic, len;
	FILE *f = open_input(path);
	bool swap;

	if (fread(file, sizeof(file), 1, f) != 1)
		die("%s: not a capture file", path);
	if (file[0] == PCAPNG)
		die("%s: pcapng; tcpdump -r %s -w - writes pcap", path, path);
	magic = __builtin_bswap32(file[0]);
	swap = magic == PCAP_MICRO || magic == PCAP_NANO;
	if (!swap && file[0] != PCAP_MICRO && file[0] != PCAP_NANO)
		die("%s: not a capture file", path);
	if ((pcap_number(file[5], swap) & 0xffff) != PCAP_ETHERNET)
		die("%s: not a capture of Ethernet frames", path);

	if (fread(packet, sizeof(packet), 1, f) != 1)
		die("%s: no packet in it", path);
	len = pcap_number(packet[2], swap);
	frame->len = len < FRAME_MAX ? len : FRAME_MAX;
	if (fread(frame->data, 1, frame->len, f) != frame->len)
		die("%s: the first packet is cut off", path);
}

static void read_frame(struct frame *frame, const char *path)
{
	FILE *f = open_input(path);

	frame->len = fread(frame->data, 1, FRAME_MAX, f);
	if (ferror(f))
		die("%s: %s", path, strerror(errno));
}

/* By /proc, which always tells of the network namespace that we are in. */
static void read_policy(const char *bond, char *policy, size_t size)
{
	static const char start[] = "Transmit Hash Policy: ";
	char path[64], line[256];
	FILE *f;

	*policy = '\0';
	snprintf(path, sizeof(path), "/proc/net/bonding/%s", bond);
	f = strchr(bond, '/') ? NULL : fopen(path, "r");
	if (!f)
		die("no such bond: %s", bond);
	while (fgets(line, sizeof(line), f)) {
		if (strncmp(line, start, strlen(start)))
			continue;
		snprintf(policy, size, "%.*s", (int)strcspn(line + strlen(start), "\n "),
			 line + strlen(start));
	}
	fclose(f);
}

/* Other network namespaces than the first have directories of their own. */
static int open_flow(const char *bond)
{
	char dir[64], path[128];
	struct statfs fs;
	struct stat st;
	int fd;

	if (statfs(DEBUGFS, &fs) || fs.f_type != DEBUGFS_MAGIC)
		die("debugfs is not there: mount -t debugfs none " DEBUGFS);
	if (stat("/proc/self/ns/net", &st))
		die("/proc/self/ns/net: %s", strerror(errno));

	snprintf(dir, sizeof(dir), DEBUGFS "/bonding/net:%lu", (unsigned long)st.st_ino);
	if (access(dir, F_OK))
		snprintf(dir, sizeof(dir), DEBUGFS "/bonding");
	snprintf(path, sizeof(path), "%s/%s/flow", dir, bond);
	fd = open(path, O_RDWR);
	if (fd < 0 && (errno == EACCES || errno == EPERM))
		die("%s: %s; only root may ask", path, strerror(errno));
	if (fd < 0 && errno == ENOENT)
		die("the bonding driver that is loaded has no %s", path);
	if (fd < 0)
		die("%s: %s", path, strerror(errno));

	return fd;
}

static void ask(const char *bond, const struct frame *frame, char *answer, size_t size)
{
	int fd = open_flow(bond);
	ssize_t len;

	if (write(fd, frame->data, frame->len) < 0) {
		if (errno == EOPNOTSUPP)
			die("%s does not choose its slaves by a hash of the packet", bond);
		if (errno == EINVAL)
			die("a frame of %zu bytes is too short", frame->len);
		die("%s: %s", bond, strerror(errno));
	}
	len = pread(fd, answer, size - 1, 0);
	if (len < 0)
		die("%s: %s", bond, strerror(errno));
	answer[len] = '\0';
	close(fd);
}

/* Names of devices may have any character but space and slash. */
static void print_json_string(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		if ((unsigned char)*text < ' ')
			printf("\\u%04x", *text);
		else
			putchar(*text);
	}
	putchar('"');
}

static void print_answer(const char *bond, char *answer, bool json)
{
	bool slave = false;
	char *line, *value;

	if (json) {
		printf("{\"bond\":");
		print_json_string(bond);
	}
	for (line = strtok(answer, "\n"); line; line = strtok(NULL, "\n")) {
		value = strchr(line, ' ');
		if (!value)
			continue;
		*value++ = '\0';
		slave |= !strcmp(line, "slave");
		if (!json) {
			printf("%s %s\n", line, value);
			continue;
		}
		putchar(',');
		print_json_string(line);
		putchar(':');
		if (!strcmp(line, "hash") || !strcmp(line, "bucket"))
			fputs(value, stdout);
		else
			print_json_string(value);
	}
	if (!slave)
		fputs(json ? ",\"slave\":null" : "no slave is usable\n", stdout);
	if (json)
		puts("}");
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	char policy[32], answer[4096];
	struct frame frame;
	struct flow flow;
	bool json = false;
	const char *bond;
	int c;

	while ((c = getopt_long(argc, argv, "+jh", options, NULL)) != -1) {
		if (c == 'h') {
			fputs(usage, stdout);
			return 0;
		}
		if (c != 'j')
			return 1;
		json = true;
	}
	if (argc - optind < 2) {
		fputs(usage, stderr);
		return 1;
	}
	bond = argv[optind++];
	argc -= optind;
	argv += optind;

	if (argc == 2 && !strcmp(argv[0], "pcap")) {
		read_pcap(&frame, argv[1]);
		read_policy(bond, policy, sizeof(policy));
	} else if (argc == 2 && !strcmp(argv[0], "frame")) {
		read_frame(&frame, argv[1]);
		read_policy(bond, policy, sizeof(policy));
	} else {
		read_flow(&flow, argc, argv);
		read_policy(bond, policy, sizeof(policy));
		check_policy(&flow, bond, policy);
		fill_smac(&flow, bond);
		make_frame(&frame, &flow);
	}
	ask(bond, &frame, answer, sizeof(answer));
	print_answer(bond, answer, json);

	return 0;
}
