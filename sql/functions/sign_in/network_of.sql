create or replace function corkboard.network_of(p_address inet) returns inet
language sql immutable strict parallel safe
return network(set_masklen(p_address, case family(p_address) when 6 then 48 else 32 end));
comment on function corkboard.network_of(inet) is
  'The network that rate limits apply to: one IPv4 address, or an IPv6 /48, the most that one customer usually gets.';
