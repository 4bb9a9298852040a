create or replace function corkboard.check_network_id(p_field text, p_id text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_form(p_field, p_id, 200, '^[0-9]{4}:[A-Za-z0-9][A-Za-z0-9._~:/+-]*$',
    'must be a scheme of four digits, a colon and the ID, like 0088:4012345000009');
end
$$;
comment on function corkboard.check_network_id(text, text) is
  'Rejects with validation anything but the form of an address in a network for electronic invoices, without spaces.';
