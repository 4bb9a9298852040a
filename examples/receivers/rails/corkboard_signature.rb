require "openssl"

module CorkboardSignature
  # Whether a request comes from Corkboard and is recent. body: the raw bytes. now: Unix seconds.
  def self.genuine?(body, timestamp, signatures, secret, now: Time.now.to_i)
    return false unless timestamp.to_s.match?(/\A[0-9]{1,12}\z/)
    return false if (now - timestamp.to_i).abs > 300

    signed = "#{timestamp}.".b + body.b
    expected = "v1=#{OpenSSL::HMAC.hexdigest("SHA256", secret, signed)}"
    signatures.to_s.split(",").any? { |given| OpenSSL.secure_compare(given, expected) }
  end
end
