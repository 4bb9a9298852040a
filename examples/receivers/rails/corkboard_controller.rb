class CorkboardController < ActionController::API
  def create
    body = request.raw_post # The raw bytes. params are parsed.
    timestamp = request.headers["X-Service-Timestamp"]
    signatures = request.headers["X-Service-Signatures"]
    secret = ENV.fetch("CORKBOARD_SECRET")
    return head :bad_request unless CorkboardSignature.genuine?(body, timestamp, signatures, secret)

    Inbox.enqueue(JSON.parse(body))
    head :no_content
  end
end
