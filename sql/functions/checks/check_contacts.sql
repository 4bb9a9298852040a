-- src/records/contacts.ts has the same rules.
create or replace function corkboard.check_contacts(p_field text, p_contacts jsonb) returns void
language plpgsql strict
as $$
declare
  c_max constant integer := 20;
  v_at text;
  v_contact record;
  v_field record;
begin
  if jsonb_typeof(p_contacts) <> 'array' then
    perform corkboard.reject_field(p_field, 'must be a list');
  end if;
  if jsonb_array_length(p_contacts) not between 1 and c_max then
    perform corkboard.reject_field(p_field, format('must have 1 to %s contacts', c_max));
  end if;
  for v_contact in select c.value, c.number - 1 as number from jsonb_array_elements(p_contacts) with ordinality c (value, number) loop
    v_at := format('%s.%s', p_field, v_contact.number);
    if jsonb_typeof(v_contact.value) <> 'object' then
      perform corkboard.reject_field(v_at, 'must be an object');
    end if;
    for v_field in select f.key, jsonb_typeof(f.value) as type from jsonb_each(v_contact.value) f loop
      if v_field.key <> all ('{name,email,phone,role}') then
        perform corkboard.reject_field(format('%s.%s', v_at, v_field.key), 'is not a known field');
      elsif v_field.type <> 'string' then
        perform corkboard.reject_field(format('%s.%s', v_at, v_field.key), 'must be text');
      end if;
    end loop;
    perform corkboard.check_required(v_at || '.name', v_contact.value ->> 'name');
    perform corkboard.check_line(v_at || '.name', v_contact.value ->> 'name', 500);
    perform corkboard.check_email(v_at || '.email', v_contact.value ->> 'email');
    perform corkboard.check_line(v_at || '.phone', v_contact.value ->> 'phone', 50);
    perform corkboard.check_required(v_at || '.role', v_contact.value ->> 'role');
    perform corkboard.check_one_of(v_at || '.role', v_contact.value ->> 'role', '{billing,approval,other}');
  end loop;
end
$$;
comment on function corkboard.check_contacts(text, jsonb) is
  'Rejects with validation anything but a list of 1 to 20 contacts of a client, as in [{"name": "Ada Marsh", "email": "ada@harbour.example", "role": "billing"}].';
